# Verifies DKIM signatures with python3-dkim. First argument: the DNS, a JSON file of names and texts;
# the others: files of one message each. Prints the file and pass or fail.
import json
import sys

import dkim

with open(sys.argv[1], encoding="utf-8") as file:
    texts = json.load(file)


def lookup(name, timeout=5):
    return texts.get(name.decode() if isinstance(name, bytes) else name, "").encode() or None


def unfinal(name, timeout=5):
    plain = name.decode() if isinstance(name, bytes) else name
    return lookup(plain.rstrip("."))


for path in sys.argv[2:]:
    with open(path, "rb") as file:
        message = file.read()
    try:
        verdict = "pass" if dkim.DKIM(message).verify(dnsfunc=unfinal) else "fail"
    except Exception as error:  # whatever it is, it is no pass
        verdict = "fail " + str(error)
    print(path, verdict)
