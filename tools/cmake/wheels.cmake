# SPDX-License-Identifier: Apache-2.0
# Makes a standard ament_cmake interface package build against ROS wheels in a virtual environment. Used with
# -DCMAKE_PROJECT_INCLUDE=<this file>, so that no CMakeLists.txt has to know about wheels. Not for a real ROS install.

# 1. Only Python with Fast DDS is served here: leaving the C++ generators out more than halves the build.
#    (The C introspection type support stays: without it create_publisher fails at run time.)
find_package(ament_cmake_core REQUIRED)
macro(ament_register_extension extension_point package_name cmake_filename)
  if(NOT ("${extension_point}" STREQUAL "rosidl_generate_idl_interfaces" AND "${package_name}" MATCHES
     "^(rosidl_generator_cpp|rosidl_typesupport_cpp|rosidl_typesupport_introspection_cpp|rosidl_typesupport_fastrtps_cpp)$"))
    list(APPEND AMENT_EXTENSIONS_${extension_point} "${package_name}:${cmake_filename}")
  endif()
endmacro()

# 2. Targets carry include folders that must not be passed on: the wheels export one of the machine that built them
#    (CMake refuses folders that do not exist), and the generated Python extension exports NumPy's in this very
#    environment (CMake refuses it where the environment lies inside the source folder, and it would not survive a move).
function(_makedo_drop_include_directories _pattern)
  foreach(_target IN LISTS ARGN)
    get_target_property(_includes ${_target} INTERFACE_INCLUDE_DIRECTORIES)
    if(_includes MATCHES "${_pattern}")
      list(FILTER _includes EXCLUDE REGEX "${_pattern}")
      set_target_properties(${_target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_includes}")
    endif()
  endforeach()
endfunction()
function(_makedo_repair_targets)
  get_property(_imported DIRECTORY "${CMAKE_SOURCE_DIR}" PROPERTY IMPORTED_TARGETS)
  _makedo_drop_include_directories("^/opt/python/" ${_imported})
  if(TARGET ${PROJECT_NAME}__rosidl_generator_py)
    _makedo_drop_include_directories("/site-packages/numpy/" ${PROJECT_NAME}__rosidl_generator_py)
  endif()
endfunction()
if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _makedo_repair_targets)
endif()
