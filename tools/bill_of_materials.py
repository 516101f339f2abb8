#!/usr/bin/env python3
"""tools/bill_of_materials.py --version VERSION --program PROGRAM

Prints the bill of materials of a build as SPDX 2.3 in JSON: the libraries that the program loads, the packages of Debian
whose headers it was compiled with, the compiler, and the packages of npm that are part of the page. Versions come from
dpkg-query and web/package-lock.json. The date is SOURCE_DATE_EPOCH."""

import argparse
import base64
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Of the packages in cmake/packages, those that only help to build; their output is not theirs.
TOOLS = {"cmake", "g++", "ninja-build"}


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def identifier(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def debian_package(name):
    """What dpkg knows of an installed package."""
    version, source, homepage = lines_of(
        "dpkg-query", "-W", "-f", "${Version}\n${source:Package}\n${Homepage}\n", name)[:3]
    architecture = lines_of("dpkg-query", "-W", "-f", "${Architecture}\n", name)[0]
    return {
        "name": name,
        "SPDXID": identifier("debian", name),
        "versionInfo": version,
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "sourceInfo": f"built from Debian's source package {source}; licence in /usr/share/doc/{name}/copyright",
        **({"homepage": homepage} if homepage.startswith("http") else {}),
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": f"pkg:deb/debian/{name}@{version.replace('+', '%2B')}?arch={architecture}",
        }],
    }


def loaded_packages(program):
    """The packages of the shared libraries that the program loads, also indirectly."""
    found = set()
    for line in lines_of("ldd", program):
        path = re.search(r"=> (/\S+)", line)
        if not path:
            continue
        real = os.path.realpath(path[1])
        # Debian 12 knows some files by their name before /usr was merged.
        for candidate in (real, real.removeprefix("/usr")):
            owner = subprocess.run(["dpkg-query", "-S", candidate], capture_output=True, text=True, check=False).stdout
            if owner:
                found.add(owner.partition(":")[0])
                break
        else:
            raise SystemExit(f"bill_of_materials.py: no package owns {real}, which {program} loads")
    return found


def build_packages():
    """The packages of cmake/packages that the program needs."""
    listed = [line.split() for line in (ROOT / "cmake/packages").read_text(encoding="utf-8").splitlines()]
    return {words[1] for words in listed if words and words[0] == "build"}


def npm_packages():
    """Packages that the page is built from, as (entry, whether it only helps to build)."""
    locked = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    for path, entry in sorted(locked["packages"].items()):
        if not path or entry.get("dev") or entry.get("optional"):
            continue
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = entry["integrity"].partition("-")
        yield {
            "name": name,
            "SPDXID": identifier("npm", name),
            "versionInfo": entry["version"],
            "supplier": "NOASSERTION",
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": spdx_license(entry.get("license", "")),
            "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": algorithm.upper(), "checksumValue": base64.b64decode(digest).hex()}],
            "externalRefs": [{
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:npm/{name.replace('@', '%40')}@{entry['version']}",
            }],
        }, name == "esbuild"


def spdx_license(text):
    """The licence as npm's packages name it, if SPDX can read it."""
    return text.strip("()") if re.fullmatch(r"\(?[A-Za-z0-9.+ -]+\)?", text) else "NOASSERTION"


def bill(version, program):
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    commit = lines_of("git", "-C", str(ROOT), "rev-parse", "HEAD")[0]
    own = {
        "name": "zugwerk",
        "SPDXID": "SPDXRef-zugwerk",
        "versionInfo": version,
        "supplier": "Organization: Zugwerk maintainers",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "GPL-3.0-or-later",
        "licenseDeclared": "GPL-3.0-or-later",
        "copyrightText": "NOASSERTION",
        "sourceInfo": f"git commit {commit}",
        "checksums": [{"algorithm": "SHA256",
                       "checksumValue": hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()}],
        "comment": "The checksum is that of the program as built, before packages strip its symbols.",
    }
    packages, relationships = [own], [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    loaded, built_with = loaded_packages(program), build_packages()
    for name in sorted(loaded | built_with):
        package = debian_package(name)
        packages.append(package)
        if name in loaded:
            relationships.append((own["SPDXID"], "DYNAMIC_LINK", package["SPDXID"]))
        elif name in TOOLS:
            relationships.append((package["SPDXID"], "BUILD_TOOL_OF", own["SPDXID"]))
        else:
            relationships.append((package["SPDXID"], "BUILD_DEPENDENCY_OF", own["SPDXID"]))
    for package, only_builds in npm_packages():
        packages.append(package)
        relationships.append((package["SPDXID"], "BUILD_TOOL_OF" if only_builds else "CONTAINED_BY", own["SPDXID"]))
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"zugwerk-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/zugwerk-{version}-{commit}",
        "creationInfo": {"created": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tools/bill_of_materials.py"]},
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other} for one, how, other in relationships
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", required=True)
    parser.add_argument("--program", required=True)
    arguments = parser.parse_args()
    print(json.dumps(bill(arguments.version, arguments.program), indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
