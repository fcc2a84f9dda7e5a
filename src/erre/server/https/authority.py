"""A certificate authority for one machine, and the certificate that it signs.

The authority is created once and is valid for ten years, since every device must be told to trust it. It may only sign
names and addresses of home networks and of this machine (name constraints), so a stolen key is useless for other
sites. The certificate is valid for 390 days, as long as browsers accept. It is renewed automatically, also when the
machine gets another address.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from erre.core.errors import BadOptions

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

AUTHORITY_LASTS, LASTS, RENEWED_BEFORE = timedelta(days=3650), timedelta(days=390), timedelta(days=30)
SKEW = timedelta(days=1)  # clocks of old phones
OWNER_ONLY = 0o600
HOME_NAMES = ("localhost", "local", "home.arpa", "lan", "internal", "fritz.box", "home")
HOME_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Files:
    """Where everything is."""

    folder: Path

    @property
    def authority(self) -> Path:
        """The authority's certificate, which devices install."""
        return self.folder / "authority.crt"

    @property
    def authority_key(self) -> Path:
        """The authority's private key."""
        return self.folder / "authority.key"

    @property
    def certificate(self) -> Path:
        """The server's certificate, followed by the authority's."""
        return self.folder / "server.crt"

    @property
    def key(self) -> Path:
        """The server's private key."""
        return self.folder / "server.key"


def ensure_certificate(folder: Path, now: datetime | None = None, names: list[str] | None = None) -> bool:
    """Make what is missing, too old, or for other names than the machine has now; whether anything was made."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    files, when = Files(folder), now or datetime.now(UTC)
    wanted = own_names() if names is None else names
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (files.authority.is_file() and files.authority_key.is_file()):
            make_authority(files, wanted, when)
        authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
        if is_good(files, authority, wanted, when):
            return False
        key = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
        make_certificate(files, authority, key, wanted, when)  # type: ignore[arg-type]
    except OSError as error:
        raise BadOptions(f"the certificate cannot be kept in {folder}: {error.strerror or error}") from None
    except ValueError:
        raise BadOptions(
            f"the files in {folder} are damaged: delete that folder to get new ones, which devices must trust again"
        ) from None
    return True


def is_good(files: Files, authority: x509.Certificate, names: list[str], now: datetime) -> bool:
    """Whether the present certificate can be used: from this authority, not too old, and for all these names."""
    from cryptography import x509

    if not (files.certificate.is_file() and files.key.is_file()):
        return False
    present = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    covered = {str(one.value) for one in present.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}
    is_in_time = now < present.not_valid_after_utc - RENEWED_BEFORE
    return is_in_time and is_signed_by(present, authority) and set(permitted(names, authority)) <= covered


def is_signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    """Whether a certificate is from this authority."""
    from cryptography.exceptions import InvalidSignature

    try:
        certificate.verify_directly_issued_by(authority)
    except (InvalidSignature, TypeError, ValueError):
        return False
    return True


# -- names


def own_names() -> list[str]:
    """Every name and address under which a device at home may reach this machine."""
    name = socket.gethostname().lower().partition(".")[0] or "erre"
    found = ["localhost", "127.0.0.1", "::1", f"{name}.local", name, socket.gethostname().lower()]
    with contextlib.suppress(OSError):
        found += [str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(socket.gethostname(), None)]
    for family, probe in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((probe, 9))  # sends nothing
            found.append(str(line.getsockname()[0]))
    return list(dict.fromkeys(found))


def permitted(names: list[str], authority: x509.Certificate) -> list[str]:
    """Those names that the authority may sign."""
    from cryptography import x509

    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    domains = [one.value for one in limits if isinstance(one, x509.DNSName)]
    networks = [one.value for one in limits if isinstance(one, x509.IPAddress)]
    return [name for name in names if is_within(name, domains, networks)]


def is_within(name: str, domains: list[str], networks: Sequence[Any]) -> bool:
    """Whether a name is inside one of some domains, or an address inside one of some networks."""
    address = address_in(name)
    if address is not None:
        return any(address in network for network in networks)
    return is_host_name(name) and any(name == domain or name.endswith(f".{domain}") for domain in domains)


def is_host_name(name: str) -> bool:
    """Whether a name can stand in a certificate."""
    parts = name.split(".")
    return all(part and part.isascii() and part.replace("-", "").isalnum() for part in parts) and len(name) <= 64


def address_in(name: str) -> Address | None:
    """An address of numbers; None for a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


# -- making


def make_authority(files: Files, names: list[str], now: datetime) -> None:
    """Make a new authority, for home networks and for the names that this machine has now."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    host = socket.gethostname().partition(".")[0] or "erre"
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Erre"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Erre on {host}"[:64]),
        ]
    )
    own = [one for one in names if address_in(one) is None and is_host_name(one)]
    addresses = [one for one in names if address_in(one) is not None]  # a machine may have a public one
    allowed: list[x509.GeneralName] = [x509.DNSName(one) for one in dict.fromkeys((*HOME_NAMES, *own))]
    allowed += [x509.IPAddress(ipaddress.ip_network(one)) for one in dict.fromkeys((*HOME_NETWORKS, *addresses))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    write_key(files.authority_key, key)
    write(files.authority, pem_of(made))


def make_certificate(
    files: Files, authority: x509.Certificate, signing: ec.EllipticCurvePrivateKey, names: list[str], now: datetime
) -> None:
    """Make a new certificate for some names, with a new key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    alternatives: list[x509.GeneralName] = [
        x509.DNSName(name) if (address := address_in(name)) is None else x509.IPAddress(address)
        for name in permitted(names, authority)
    ]
    issuer = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Erre")]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SKEW)
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer), critical=False)
        .sign(signing, hashes.SHA256())
    )
    write_key(files.key, key)
    write(files.certificate, pem_of(made) + pem_of(authority))


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """What a key may be used for."""
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def pem_of(certificate: x509.Certificate) -> bytes:
    """A certificate as text."""
    from cryptography.hazmat.primitives import serialization

    return certificate.public_bytes(serialization.Encoding.PEM)


def write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """Write a private key for its owner's eyes only."""
    from cryptography.hazmat.primitives import serialization

    form = serialization.PrivateFormat.PKCS8
    write(path, key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()), OWNER_ONLY)


def write(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whole, or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
        file.write(data)
    part.replace(path)
