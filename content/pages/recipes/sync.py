# A local cache of the Markdown records, for your own use (see /terms). Python 3.9 or newer: python3 sync.py SITE FOLDER
import hashlib, json, os, re, sys, time, urllib.error, urllib.request
from pathlib import Path

site, folder = sys.argv[1], Path(sys.argv[2])
for kind in ("medication", "supplement", "peptide"):
    (folder / kind).mkdir(parents=True, exist_ok=True)
os.chdir(folder)

def get(path, headers={}):
    request = urllib.request.Request(site + path, headers={"User-Agent": "sync.py", **headers})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read(), answer.headers.get("ETag", "")

def read(name):
    return Path(name).read_bytes() if Path(name).exists() else b""

def save(name, body):
    Path(name + ".part").write_bytes(body)  # never half a file under its real name
    os.replace(name + ".part", name)

# 1. Ask whether the manifest changed: one request when nothing did.
text, etag = read("llms-index.json"), read("etag").decode()
try:
    text, etag = get("/llms-index.json", {"If-None-Match": etag} if etag else {})
except urllib.error.HTTPError as error:
    if error.code != 304:
        raise
files = json.loads(text)["files"]

# 2. Compare it with what is here, and stop if many records would vanish.
companion = re.compile(r"(medication|supplement|peptide)/[a-z0-9-]+\.md").fullmatch
sha256 = lambda body: hashlib.sha256(body).hexdigest()
wanted = {f"{file['kind']}/{file['slug']}.md": file["sha256"] for file in files}
here = [path.as_posix() for path in Path().glob("*/*.md") if companion(path.as_posix())]
missing = [name for name in wanted if companion(name) and sha256(read(name)) != wanted[name]]
gone = [name for name in here if name not in wanted]
if len(gone) > 1 and len(gone) > len(here) / 20:
    sys.exit(f"{len(gone)} records would vanish; check {site}")

# 3. Fetch only what differs, as slowly as robots.txt asks, and believe only what has the right hash.
fresh = Path("robots.txt").exists() and time.time() - os.path.getmtime("robots.txt") < 86400
if missing and not fresh:
    save("robots.txt", get("/robots.txt")[0])
delay = re.search(r"(?im)^crawl-delay:\s*([\d.]+)", read("robots.txt").decode())
for name in missing:
    time.sleep(float(delay[1]) if delay else 1)
    body = get("/" + name)[0]
    if sha256(body) != wanted[name]:
        sys.exit(f"{name} is not what the manifest says; run again later")
    save(name, body)
for name in gone:
    os.remove(name)
save("llms-index.json", text)
save("etag", etag.encode())
print(f"{len(missing)} fetched, {len(gone)} removed, {len(files) - len(missing)} unchanged")
