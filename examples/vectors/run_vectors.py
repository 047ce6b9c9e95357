#!/usr/bin/env python3
"""Runs the vectors of `plant-store-conformance export --format vectors`. Python's standard library only.

    PLANT_STORE_TOKEN=... python3 run_vectors.py vectors.json http://127.0.0.1:8080

Prints a line of JSON for each vector and each rule. Exit status: 0 every MUST is met, 1 one is broken, 2 wrong usage,
3 the server could not be judged.
"""
import base64
import gzip
import http.client
import json
import os
import random
import re
import select
import sys
import time
import zlib
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

sys.setrecursionlimit(10_000)
TIMEOUT = float(os.environ.get("PLANT_STORE_TIMEOUT", "30"))
TRIES = 3
# Seconds to wait in all for a server that answers 429.
PATIENCE = 60


def word(least, most):
    """Letters, so many that no two of eight or more are the same in a run."""
    return "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=random.randint(least, most)))


class Fresh:
    """Values of one number, each made once: an id, an ordinary name and an ordinary tag."""

    used = set()

    def __init__(self):
        while True:
            self.id = random.randrange(1_000_000, 2**31)
            if self.id not in Fresh.used:
                break
        Fresh.used.add(self.id)
        words = [word(3, 12) for _ in range(random.randint(0, 2))] + [word(8, 12)]
        self.values = {
            "id": str(self.id),
            "name": " ".join(random.choice([one, one.capitalize()]) for one in words),
            "tag": word(7, 12),
            "short-name": word(3, 3).capitalize(),
            "short-tag": word(3, 3),
        }

    def value(self, part):
        text = self.values[part["fresh"]]
        if "plus" in part:
            text = str(self.id + int(part["plus"]))
        form = part.get("as")
        if form == "json-escapes":
            text = "".join(f"\\u{ord(letter):04x}" for letter in text)
        elif form == "form":
            text = text.replace(" ", "+")
        elif form == "thousandths":
            text = f"{text[:-3]}.{text[-3:]}"
        return text.encode("utf-16-le" if form == "utf-16le" else "utf-8")


def filled(parts, numbers):
    """The bytes that parts stand for."""
    pieces = []
    for part in parts:
        if "text" in part:
            pieces.append(part["text"].encode("utf-8", "surrogatepass") * part.get("repeat", 1))
        elif "base64" in part:
            pieces.append(base64.b64decode(part["base64"]))
        else:
            pieces.append(numbers.setdefault(part["of"], Fresh()).value(part))
    return b"".join(pieces)


class Response(http.client.HTTPResponse):
    """As Python's own, which takes every interim answer but 100 for the answer (RFC 9110 section 15.2)."""

    def _read_status(self):
        while True:
            version, status, reason = super()._read_status()
            if not 100 <= status < 200 or status == 101:
                return version, status, reason
            http.client.parse_headers(self.fp)


DECODERS = {"": bytes, "identity": bytes, "gzip": gzip.decompress, "deflate": zlib.decompress}


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers = status, headers
        self.media_type = (self.header("content-type") or "").split(";")[0].strip().lower()
        self.value, self.is_json, self.has_mark, self.is_repeated = None, False, False, False
        decode = DECODERS.get((self.header("content-encoding") or "").strip().lower())
        # What is not read is not judged: a request without Accept-Encoding takes any coding (RFC 9110 section 12.5.3).
        self.is_read = decode is not None
        if decode is not None:
            try:
                self.read(decode(body))
            except (ValueError, OSError, EOFError, RecursionError, zlib.error):
                pass

    def read(self, body):
        self.has_mark = body.startswith(b"\xef\xbb\xbf")
        self.value = json.loads(
            body.decode("utf-8").removeprefix("\ufeff"),
            object_pairs_hook=self.members,
            parse_float=Decimal,
            parse_int=Decimal,
            parse_constant=self.refuse,
        )
        self.is_json = True

    def pause(self):
        """The seconds that Retry-After asks for; one where it is not there."""
        value = self.header("retry-after") or "1"
        try:
            wanted = int(value) if value.isdigit() else (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds()
        except (TypeError, ValueError):
            wanted = 1
        return max(0, wanted)

    def header(self, name):
        values = [value for field, value in self.headers if field.lower() == name]
        return ", ".join(values) if values else None

    def members(self, pairs):
        self.is_repeated = self.is_repeated or len({name for name, _ in pairs}) < len(pairs)
        return dict(pairs)

    @staticmethod
    def refuse(constant):
        raise ValueError(constant)


class Connections:
    """A connection for each request, and for all requests that name the same one."""

    def __init__(self, base_url, token):
        self.base, self.token, self.open, self.waited = urlsplit(base_url.rstrip("/")), token, {}, 0

    def connect(self):
        kind = http.client.HTTPSConnection if self.base.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.base.hostname, self.base.port, timeout=TIMEOUT)
        connection.response_class = Response
        connection.connect()
        return connection

    def ask(self, request, body):
        """
        The answer; whether one was missing, where a request that gets none is sent again; and whether the request may have
        been read twice, because the connection was closed just as it was used again.
        """
        name, is_missing, is_twice, tries = request.get("connection"), False, False, 0
        while tries < TRIES:
            tries += 1
            for is_used in [True, False] if name in self.open else [False]:
                connection = None
                try:
                    connection = self.open.pop(name) if is_used else self.connect()
                    answer = self.send(connection, request, body)
                    if is_used and answer.status == 408:
                        # The connection has ended, and the request was not read.
                        connection.close()
                        continue
                    if name is None:
                        connection.close()
                    else:
                        self.open[name] = connection
                    pause = answer.pause() if answer.status == 429 else None
                    if pause is None or self.waited + pause > PATIENCE:
                        return answer, is_missing, is_twice
                    self.waited, tries = self.waited + pause + 0.1, 0
                    time.sleep(pause + 0.1)
                    break
                except (OSError, http.client.HTTPException):
                    if connection is not None:
                        connection.close()
                        is_missing, is_twice = is_missing or not is_used, is_twice or is_used
        return None, True, is_twice

    def send(self, connection, request, body):
        connection.putrequest(request["method"], self.base.path + request["path"], skip_accept_encoding=True)
        for name, value in request["headers"]:
            connection.putheader(name, self.header_value(value))
        framing = request["framing"]
        if framing == "chunked":
            connection.putheader("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if body else b"0\r\n\r\n"
        elif framing != "none" and (body is not None or request["method"] in ("POST", "PUT", "PATCH")):
            connection.putheader("Content-Length", str(len(body or b"")))
        connection.endheaders()
        if framing == "expect-continue":
            # An answer 100 is skipped by getresponse; a client need not wait for it (RFC 9110 section 10.1.1).
            select.select([connection.sock], [], [], 1)
        if body:
            connection.send(body)
        response = connection.getresponse()
        return Answer(response.status, response.getheaders(), response.read())

    def header_value(self, value):
        text = value.replace("$PLANT_STORE_TOKEN", self.token)
        return re.sub(r"base64\((.*)\)", lambda found: base64.b64encode(found[1].encode()).decode(), text)


def is_status(status, patterns):
    return any(status == pattern or f"{status // 100}xx" == pattern for pattern in patterns)


def matches(value, schema):
    """The keywords of JSON Schema that the schemas of the answers use. An unknown one is an error of this runner."""
    unknown = set(schema) - {"type", "required", "properties", "format", "description"}
    if unknown:
        raise SystemExit(f"The schema has keywords that this runner does not know: {unknown}")
    is_integer = isinstance(value, Decimal) and value == value.to_integral_value()
    types = {"object": isinstance(value, dict), "string": isinstance(value, str), "integer": is_integer}
    if not types[schema["type"]]:
        return False
    if schema.get("format") == "int32" and not -(2**31) <= value < 2**31:
        return False
    if any(name not in value for name in schema.get("required", [])):
        return False
    return all(matches(value[name], one) for name, one in schema.get("properties", {}).items() if name in value)


def holds(expect, answer, plant, schemas):
    """Whether one expectation holds. What is asked of a body that is not JSON, or not a Plant, is reported by others."""
    ((kind, wanted),) = expect.items()
    if answer is None:
        return kind not in ("answered", "status")
    if kind == "status":
        return is_status(answer.status, wanted)
    if kind == "statusNot":
        return not is_status(answer.status, wanted)
    if kind == "answered":
        return True
    if kind == "mediaType":
        return answer.media_type == wanted
    if kind == "challenge":
        value = re.sub(r'"(?:[^"\\]|\\.)*"', '""', answer.header("www-authenticate") or "")
        return re.search(rf"(?:^|,)\s*{wanted}(?=[\s,]|$)", value, re.IGNORECASE) is not None
    if not answer.is_read:
        return True
    if kind == "json":
        return answer.is_json and not answer.has_mark
    if not answer.is_json:
        return True
    if kind == "schema":
        return matches(answer.value, schemas[wanted])
    if kind == "eachMemberOnce":
        return not answer.is_repeated
    if kind == "noMember" and wanted == "id":
        return not (isinstance(answer.value, dict) and "id" in answer.value)
    if not matches(answer.value, schemas["Plant"]):
        return True
    if kind == "noMember":
        return wanted not in answer.value
    if kind == "noMembersBut":
        return set(answer.value) <= set(wanted)
    if kind == "returns":
        return wanted not in plant or answer.value.get(wanted) == plant[wanted]
    raise SystemExit(f"This runner does not know the expectation {kind}")


def applies(when, request, answer, plant):
    status = None if answer is None else answer.status
    if "status" in when and (status is None or not is_status(status, when["status"])):
        return False
    if "statusNot" in when and status is not None and is_status(status, when["statusNot"]):
        return False
    if when.get("ordinaryValues") and not request.get("ordinaryValues"):
        return False
    if "kinds" in when and request["kind"] not in when["kinds"]:
        return False
    return "tag" not in when or (plant is not None and ("tag" in plant) == when["tag"])


class Run:
    def __init__(self, document, connections):
        self.document, self.connections = document, connections
        self.broken, self.seen, self.first = set(), set(), None

    def send(self, request, numbers):
        body = None if request["body"] is None else filled(request["body"], numbers)
        plant = {name: filled(parts, numbers).decode("utf-8", "surrogatepass") for name, parts in request.get("plant", {}).items()}
        answer, is_missing, is_twice = self.connections.ask(request, body)
        self.first = self.first or answer
        if request["method"] == "POST" and request["path"].split("?")[0] == "/plants":
            for rule in self.document["rules"]:
                if applies(rule["when"], request, answer, plant):
                    self.seen.add(rule["id"])
                    expect = rule["expect"]
                    is_left = is_missing and "answered" in expect
                    if is_left or not holds(expect, answer, plant, self.document["schemas"]):
                        self.broken.add(rule["id"])
        return answer, plant, is_twice

    def attempt(self, requests):
        """What the last request of an attempt was answered, the plant in it, and whether it may have been read twice."""
        numbers = {}
        for request in requests:
            answer, plant, is_twice = self.send(request, numbers)
        return answer, plant, is_twice

    def vector(self, vector):
        """met, broken or not judged."""
        if vector["expect"] is None:
            self.attempt(vector["attempts"][0])
            return "not judged"
        for requests in vector["attempts"]:
            answer, plant, is_twice = self.attempt(requests)
            if answer is not None and answer.status == 429:
                return "not judged"
            if not applies(vector.get("when", {}), requests[-1], answer, plant):
                return "not judged"
            if holds(vector["expect"], answer, plant, self.document["schemas"]):
                return "met"
        return "not judged" if is_twice else "broken"


def judged(document, connections):
    """Outcomes by id, and why no more could be judged."""
    run, outcomes = Run(document, connections), {}
    opening = [vector for vector in document["vectors"] if vector.get("opening")]
    parents = {vector["id"] for vector in opening if vector["opening"] == "parent"}
    for vector in opening:
        outcomes[vector["id"]] = run.vector(vector)
    if "met" not in outcomes.values():
        unopened(run, outcomes)
        return outcomes, "no ordinary request was accepted"
    others = {vector["id"]: run.vector(vector) for vector in document["vectors"] if not vector.get("opening")}
    closing = {vector["id"]: run.vector(vector) for vector in opening}
    is_proved = all(outcomes[id] == closing[id] == "met" for id in parents)
    by_rule = of_rules(run, is_proved)
    for vector in document["vectors"]:
        # A refusal says something only between two accepted requests; a success that should be none always does.
        is_let_in = others.get(vector["id"]) == "broken" and "statusNot" in (vector["expect"] or {})
        if vector["id"] in others:
            outcomes[vector["id"]] = others[vector["id"]] if is_proved or is_let_in else "not judged"
    merge(outcomes, by_rule)
    return outcomes, None if "met" in closing.values() else "the server accepted nothing any more at the end"


def merge(outcomes, more):
    """A rule may have the name of a vector: what one of them finds broken is broken."""
    for id, outcome in more.items():
        if outcomes.get(id) != "broken":
            outcomes[id] = outcome if id not in outcomes or outcome == "broken" else outcomes[id]


def unopened(run, outcomes):
    """What the first answer says where nothing was accepted."""
    rule, first = run.document["opening"]["notThere"], run.first
    is_refused = first is not None and is_status(first.status, run.document["opening"]["tokenRefused"]["status"])
    is_elsewhere = first is not None and is_status(first.status, rule["status"])
    if first is None or is_refused or is_elsewhere:
        outcomes.update({id: "not judged" for id in outcomes})
    if is_elsewhere:
        outcomes[rule["id"]] = "broken"
    elif first is not None and not is_refused:
        merge(outcomes, of_rules(run, False))


def of_rules(run, is_proved):
    outcomes = {}
    for rule in run.document["rules"]:
        if is_proved or not rule["when"].get("besideAccepted"):
            id = rule["id"]
            outcomes[id] = "broken" if id in run.broken else "met" if id in run.seen else "not judged"
    return outcomes


def main(arguments):
    if len(arguments) != 2 or not arguments[1]:
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        document = json.load(file)
    if document.get("format") != "plant-store-vectors" or document.get("version") != 1:
        print("This is not version 1 of the vectors", file=sys.stderr)
        return 2
    outcomes, trouble = judged(document, Connections(arguments[1], os.environ.get("PLANT_STORE_TOKEN", "")))
    if trouble is not None:
        print(f"Not judged any further: {trouble}", file=sys.stderr)
    known = {one["id"]: one for one in [document["opening"]["notThere"], *document["rules"], *document["vectors"]]}
    for id, outcome in outcomes.items():
        one = {name: known[id][name] for name in ("id", "requirement", "level")}
        print(json.dumps({**one, "outcome": outcome}))
    if any(known[id]["level"] == "MUST" and outcome == "broken" for id, outcome in outcomes.items()):
        return 1
    return 0 if trouble is None else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
