# Follows the chains of an export. Written from docs/audit.md alone, with the standard library alone.
import base64, hashlib, json, sys

heads, entries, missing = {}, 0, 0
for line in open(sys.argv[1], encoding="utf-8", newline="\n"):
    line = json.loads(line)
    if line["type"] != "entry":
        continue
    text = line["envelope"].encode("utf-8")
    envelope = json.loads(text)
    agent, where = line["key"], f"{line['key']}, number {envelope['seq']}"
    if envelope["v"] != 2 or envelope["agent"] != agent:
        sys.exit(f"{where}: no entry of this agent in format 2")
    seq, previous = heads.get(agent, (envelope["seq"], envelope["previous"]))
    if agent not in heads and seq == 0 and previous != "0" * 64:
        sys.exit(f"{where}: the first entry names another before it")
    if (envelope["seq"], envelope["previous"]) != (seq, previous):
        sys.exit(f"{where}: does not follow the entry before it")
    if "value" in line or "bytes" in line:
        sealed = "bytes" in line
        value = base64.b64decode(line["bytes"]) if sealed else line["value"].encode("utf-8")
        salted = base64.b64decode(line["salt"]) + value
        if len(salted) != 16 + len(value) or hashlib.sha256(salted).hexdigest() != envelope["payloadHash"]:
            sys.exit(f"{where}: the payload is not the one of its envelope")
        if not sealed and not {"input", "events"} <= json.loads(value).keys():
            sys.exit(f"{where}: no payload")
    else:
        missing += 1
    heads[agent] = (seq + 1, hashlib.sha256(text).hexdigest())
    entries += 1
print(f"{entries} entries of {len(heads)} agents, {missing} without payload")
