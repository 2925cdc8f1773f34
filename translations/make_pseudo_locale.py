#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: make_pseudo_locale.py SOURCE.ts TARGET.ts

Translates every text of SOURCE.ts into accented English that is about 30 % longer, between brackets. Places for
arguments (%1, %n, %L1), mark-up and mnemonics stay as they are.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

PLAIN = "ACDEGHIKLNORSTUYZacdeghiklnorstuyz"
ACCENTED = "ÅÇÐÊĜĤÎĶĻÑÖŔŠŢÛÝŽåçðéĝĥîķļñöŕšţûýž"
KEPT = re.compile(r"(%L?[0-9n]+|%Ln|<[^>]*>|&[a-z]+;|\\n)")
FILLER = " lorem ipsum dolor sit amet"


def pseudo(text):
    parts = KEPT.split(text)
    spoken = str.maketrans(PLAIN, ACCENTED)
    body = "".join(part if KEPT.fullmatch(part) else part.translate(spoken) for part in parts)
    extra = max(1, round(0.3 * len(text)))
    return "[" + body + (FILLER * (extra // len(FILLER) + 1))[:extra] + "]"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tree = ElementTree.parse(sys.argv[1])
    root = tree.getroot()
    root.set("language", "en")
    for message in root.iter("message"):
        text = pseudo(message.findtext("source") or "")
        translation = message.find("translation")
        translation.attrib.pop("type", None)
        forms = translation.findall("numerusform")
        for form in forms or [translation]:
            form.text = text
    with open(sys.argv[2], "wb") as target:
        target.write(b'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n')
        tree.write(target, encoding="utf-8")


main()
