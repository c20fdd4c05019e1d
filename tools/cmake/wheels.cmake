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

# 2. The wheels export the include folder of the machine that built them; CMake refuses targets with folders that do
#    not exist.
function(_makedo_drop_build_machine_includes)
  get_property(_targets DIRECTORY "${CMAKE_SOURCE_DIR}" PROPERTY IMPORTED_TARGETS)
  foreach(_target IN LISTS _targets)
    get_target_property(_includes ${_target} INTERFACE_INCLUDE_DIRECTORIES)
    if(_includes MATCHES "/opt/python/")
      list(FILTER _includes EXCLUDE REGEX "^/opt/python/")
      set_target_properties(${_target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_includes}")
    endif()
  endforeach()
endfunction()
if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _makedo_drop_build_machine_includes)
endif()
