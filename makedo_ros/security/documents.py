# SPDX-License-Identifier: Apache-2.0
"""The files of DDS Security and of SROS2: governance, permissions, and a policy that `ros2 security` reads."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from datetime import datetime

from makedo_ros.security.policy import KINDS, Enclave, Rights

_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMAS = "http://www.omg.org/spec/DDS-SECURITY/20170901"
_DISCOVERY = "ros_discovery_info"  # who is there, told among the nodes of ROS
_ACTION_SERVICES = ("cancel_goal", "get_result", "send_goal")
_ACTION_TOPICS = ("feedback", "status")
_RULES = (
    ("topics", "topic", (("publish", "publish"), ("subscribe", "subscribe"))),
    ("services", "service", (("reply", "serve"), ("request", "request"))),
    ("actions", "action", (("execute", "execute"), ("call", "call"))),
)
"""Of a policy: its group, what that holds, and the attributes of the group with our word for each."""


def governance(domain: int) -> str:
    """Everybody is known, and everything is encrypted, on one domain: as `ros2 security create_keystore` has it."""
    dds = _document("governance")
    rule = ElementTree.SubElement(ElementTree.SubElement(dds, "domain_access_rules"), "domain_rule")
    _domains(rule, domain)
    for name, value in (
        ("allow_unauthenticated_participants", "false"),
        ("enable_join_access_control", "true"),
        ("discovery_protection_kind", "ENCRYPT"),
        ("liveliness_protection_kind", "ENCRYPT"),
        ("rtps_protection_kind", "SIGN"),
    ):
        ElementTree.SubElement(rule, name).text = value
    topic = ElementTree.SubElement(ElementTree.SubElement(rule, "topic_access_rules"), "topic_rule")
    for name, value in (
        ("topic_expression", "*"),
        ("enable_discovery_protection", "true"),
        ("enable_liveliness_protection", "true"),
        ("enable_read_access_control", "true"),
        ("enable_write_access_control", "true"),
        ("metadata_protection_kind", "ENCRYPT"),
        ("data_protection_kind", "ENCRYPT"),
    ):
        ElementTree.SubElement(topic, name).text = value
    return _text(dds)


def permissions(enclave: Enclave, domain: int, not_before: datetime, not_after: datetime) -> str:
    """What an enclave may do, in the words of DDS: what is forbidden first, for the first rule that fits counts."""
    dds = _document("permissions")
    grant = ElementTree.SubElement(ElementTree.SubElement(dds, "permissions"), "grant", {"name": enclave.path})
    ElementTree.SubElement(grant, "subject_name").text = f"CN={enclave.path}"
    validity = ElementTree.SubElement(grant, "validity")
    ElementTree.SubElement(validity, "not_before").text = not_before.strftime("%Y-%m-%dT%H:%M:%S")
    ElementTree.SubElement(validity, "not_after").text = not_after.strftime("%Y-%m-%dT%H:%M:%S")
    _rule(grant, "deny_rule", domain, _written(enclave.forbidden), _read(enclave.forbidden))
    _rule(grant, "allow_rule", domain, _written(enclave.allowed), _read(enclave.allowed))
    _rule(grant, "allow_rule", domain, (_DISCOVERY,), (_DISCOVERY,))
    ElementTree.SubElement(grant, "default").text = "DENY"
    return _text(dds)


def sros_policy(enclaves: Iterable[Enclave]) -> str:
    """The same as a policy file of SROS2, for `ros2 security create_permission`."""
    policy = ElementTree.Element("policy", {"version": "0.2.0"})
    above = ElementTree.SubElement(policy, "enclaves")
    for enclave in enclaves:
        element = ElementTree.SubElement(above, "enclave", {"path": enclave.path})
        name = enclave.path.rpartition("/")[2]
        profiles = ElementTree.SubElement(element, "profiles")
        profile = ElementTree.SubElement(profiles, "profile", {"ns": "/", "node": name})
        for word, rights in (("DENY", enclave.forbidden), ("ALLOW", enclave.allowed)):
            _profile(profile, word, rights)
    return _text(policy)


def _profile(profile: ElementTree.Element, word: str, rights: Rights) -> None:
    for group, single, attributes in _RULES:
        for attribute, kind in attributes:
            names = getattr(rights, kind)
            if names:
                element = ElementTree.SubElement(profile, group, {attribute: word})
                for name in names:
                    ElementTree.SubElement(element, single).text = name


def _written(rights: Rights) -> tuple[str, ...]:
    return tuple(sorted({topic for kind in KINDS for topic in _sent(kind, getattr(rights, kind))}))


def _read(rights: Rights) -> tuple[str, ...]:
    back = {"publish": "subscribe", "subscribe": "publish", "serve": "request", "request": "serve"}
    back |= {"execute": "call", "call": "execute"}  # one end hears what the other says
    return tuple(sorted({topic for kind in KINDS for topic in _sent(back[kind], getattr(rights, kind))}))


def _sent(kind: str, names: Iterable[str]) -> Iterator[str]:
    """The topics of DDS that are written on by who does `kind`."""
    for name in names:
        if kind == "publish":
            yield f"rt{name}"
        elif kind in ("serve", "request"):
            yield _service(name, asks=kind == "request")
        elif kind in ("execute", "call"):
            yield from (_service(f"{name}/_action/{s}", asks=kind == "call") for s in _ACTION_SERVICES)
            if kind == "execute":
                yield from (f"rt{name}/_action/{topic}" for topic in _ACTION_TOPICS)


def _service(name: str, *, asks: bool) -> str:
    return f"rq{name}Request" if asks else f"rr{name}Reply"


def _rule(grant: ElementTree.Element, tag: str, domain: int, written: tuple[str, ...], read: tuple[str, ...]) -> None:
    if not written and not read:
        return
    rule = ElementTree.SubElement(grant, tag)
    _domains(rule, domain)
    for name, topics in (("publish", written), ("subscribe", read)):
        if topics:
            listed = ElementTree.SubElement(ElementTree.SubElement(rule, name), "topics")
            for topic in topics:
                ElementTree.SubElement(listed, "topic").text = topic


def _domains(rule: ElementTree.Element, domain: int) -> None:
    ElementTree.SubElement(ElementTree.SubElement(rule, "domains"), "id").text = str(domain)


def _document(kind: str) -> ElementTree.Element:
    schema = f"{_SCHEMAS}/omg_shared_ca_{kind}.xsd"
    return ElementTree.Element("dds", {f"{{{_XSI}}}noNamespaceSchemaLocation": schema})


def _text(root: ElementTree.Element) -> str:
    ElementTree.register_namespace("xsi", _XSI)
    ElementTree.indent(root, "  ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
