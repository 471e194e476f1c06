# A local cache of the Markdown records, for your own use (see /terms). Python 3.9 or newer: python3 sync.py SITE FOLDER
import email.utils, gzip, hashlib, http.client, io, json, os, re, sys, time, urllib.error, urllib.request, zlib
from pathlib import Path

if len(sys.argv) != 3 or not re.match(r"https?://[^/]", sys.argv[1], re.I):
    print("Usage: sync <site> <folder>, such as: sync https://example.org ./cache", file=sys.stderr)
    sys.exit(0 if "--help" in sys.argv else 2)
site, folder = sys.argv[1].rstrip("/"), Path(sys.argv[2])

LARGEST = 20_000_000  # bytes: no record and no manifest is as large

class Fault(Exception):
    pass

def say(line):
    print(line, file=sys.stderr, flush=True)

def sha256(body):
    return hashlib.sha256(body).hexdigest()

def read(name):
    return Path(name).read_bytes() if Path(name).exists() else b""

def save(name, body):
    part = f"{name}.{os.getpid()}.part"  # never half a file under its real name, nor under another run's
    Path(part).write_bytes(body)
    os.replace(part, name)

def unpacked(body, encoding):
    """Some proxies compress whatever was asked for."""
    if encoding in ("gzip", "x-gzip"):
        return gzip.GzipFile(fileobj=io.BytesIO(body)).read(LARGEST + 1)
    return zlib.decompressobj().decompress(body, LARGEST + 1) if encoding == "deflate" else body

def wait_asked(header, attempt):
    try:
        return max(float(header), 0)
    except (TypeError, ValueError):
        pass
    try:
        return max(email.utils.parsedate_to_datetime(header).timestamp() - time.time(), 0)
    except (TypeError, ValueError):
        return attempt

def get(path, headers={}, attempt=1):
    """An answer and its ETag, or None for 304. Three attempts; between them it waits as long as the site asks."""
    wait = attempt
    request = urllib.request.Request(site + path, headers={"User-Agent": "sync.py", "Accept-Encoding": "gzip", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            body = answer.read(LARGEST + 1)
            if len(body) <= LARGEST:
                if answer.length:  # of what was announced, so much did not come
                    raise http.client.IncompleteRead(body, answer.length)
                body = unpacked(body, answer.headers.get("Content-Encoding", ""))
            if len(body) > LARGEST:
                raise Fault(f"{path} is larger than {LARGEST} bytes")
            return body, answer.headers.get("ETag", "")
    except urllib.error.HTTPError as error:
        if error.code == 304:
            return None
        fault = f"answered {error.code}"
        if error.code != 429 and error.code < 500:
            attempt = 3
        wait = wait_asked(error.headers.get("Retry-After"), attempt)
    except (OSError, EOFError, zlib.error, http.client.HTTPException) as error:
        fault = f"was cut off or not answered ({error!r})"
    if attempt >= 3 or wait > 300:
        raise Fault(f"{path} {fault}")
    time.sleep(wait)
    return get(path, headers, attempt + 1)

def files_of(text):
    try:
        files = [(f"{one['kind']}/{one['slug']}.md", one["sha256"]) for one in json.loads(text)["files"]]
    except (ValueError, KeyError, TypeError):
        files = []
    if not files:
        raise Fault(f"{site}/llms-index.json is no manifest. Nothing was changed")
    return files

def sync():
    # 1. Ask whether the manifest changed: one request when nothing did. The tag counts only beside the manifest it names.
    kept = read("llms-index.json")
    of, _, tag = read("etag").decode("utf-8", "replace").partition(" ")
    index = get("/llms-index.json", {"If-None-Match": tag} if kept and of == sha256(kept) else {})
    text = index[0] if index else kept
    wanted = dict(files_of(text))

    # 2. Compare it with what is here, and stop if many records would vanish.
    companion = re.compile(r"(medication|supplement|peptide)/[a-z0-9-]+\.md").fullmatch
    here = [path.as_posix() for path in Path().glob("*/*.md") if companion(path.as_posix())]
    missing = [name for name in wanted if companion(name) and sha256(read(name)) != wanted[name]]
    gone = [name for name in here if name not in wanted]
    if len(gone) > 1 and len(gone) > len(here) / 20:
        raise Fault(f"{len(gone)} records would vanish; check {site}. Nothing was changed")

    # 3. Fetch only what differs, as slowly as robots.txt asks, and believe only what has the right hash.
    fresh = Path("robots.txt").exists() and abs(time.time() - os.path.getmtime("robots.txt")) < 86400
    if missing and not fresh:
        save("robots.txt", get("/robots.txt")[0])
    asked = re.search(r"(?im)^crawl-delay:\s*(\d+(?:\.\d+)?)", read("robots.txt").decode("utf-8", "replace"))
    delay = float(asked[1]) if asked else 1
    if delay > 300:
        raise Fault(f"robots.txt asks for {asked[1]} seconds between two files. Nothing was changed")
    failed = []
    for at, name in enumerate(missing, 1):
        time.sleep(delay)
        say(f"{at} of {len(missing)}  {name}")
        try:
            body = (get("/" + name) or (b"",))[0]
            if sha256(body) != wanted[name]:
                raise Fault(f"/{name} is not what the manifest says")
            save(name, body)
        except Fault as fault:
            say(fault)
            failed.append(name)
        if len(failed) >= 5:  # the site is not well
            break
    if failed:
        raise Fault(f"{len(failed)} of {len(missing)} failed; what came was kept. Run again later")
    for name in gone:
        Path(name).unlink(missing_ok=True)
    save("llms-index.json", text)
    if index:
        save("etag", f"{sha256(text)} {index[1]}".encode())
    print(f"{len(missing)} fetched, {len(gone)} removed, {len(wanted) - len(missing)} unchanged")

try:
    for kind in ("medication", "supplement", "peptide"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    sync()
except (Fault, OSError) as fault:
    sys.exit(f"{fault}.")
