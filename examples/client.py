#!/usr/bin/env python3
"""A client of Surveyor with nothing but Python's standard library (client/README.md has the same for JavaScript).

    SURVEYOR_KEY=srv_live_… python3 client.py http://places:4116 "cafes in Monaco"

It searches, waits for the end, and prints the places as JSON, one a line. `verify` is for programs that receive webhooks.
"""
import base64, hashlib, hmac, http.client, json, os, random, sys, time, urllib.error, urllib.parse, urllib.request, uuid

RUNNING = ("scheduled", "queued", "running")


class Problem(Exception):
    """A problem document: `code` is a stable word, `retryable` says whether the same request may succeed later."""

    def __init__(self, fields):
        super().__init__(f"{fields.get('code')}: {fields.get('detail')}")
        self.code, self.retryable = fields.get("code"), fields.get("retryable", False)
        self.wait = fields.get("retryAfterMs", 0) / 1000


def call(service, method, path, body=None, query=None, headers=(), tries=4):
    """The JSON of the answer. What may be tried again is; every try of a POST has the same Idempotency-Key, so it counts once."""
    url = service.rstrip("/") + path + ("?" + urllib.parse.urlencode(query) if query else "")
    sent = {"accept": "application/json", "content-type": "application/json", **dict(headers)}
    if method == "POST":
        sent["idempotency-key"] = str(uuid.uuid4())
    if os.environ.get("SURVEYOR_KEY"):
        sent["authorization"] = "Bearer " + os.environ["SURVEYOR_KEY"]
    for last in [False] * (tries - 1) + [True]:
        try:
            data = None if body is None else json.dumps(body).encode()
            with urllib.request.urlopen(urllib.request.Request(url, data, sent, method=method), timeout=150) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            try:
                problem = Problem(json.loads(error.read()))
            except ValueError:
                problem = Problem({"code": "invalid_answer", "detail": str(error), "retryable": error.code in (429, 502, 503, 504)})
        except (OSError, http.client.HTTPException) as error:  # also an answer that is cut off
            problem = Problem({"code": "unreachable", "detail": str(error), "retryable": True})
        if last or not problem.retryable or problem.wait > 60:
            raise problem
        time.sleep(max(problem.wait, random.random()))


def wait(service, path):
    """A search or a job, once it has ended: each request waits up to 20 s for that."""
    while True:
        shown = call(service, "GET", path, query={"waitMs": 20000})
        if shown["status"] not in RUNNING:
            return shown
        time.sleep(0.25)


def rows(service, path, **query):
    """All rows of a list, page by page."""
    while True:
        page = call(service, "GET", path, query=query)
        yield from page["items"]
        if page["nextCursor"] is None:
            return
        query["cursor"] = page["nextCursor"]


def verify(secret, headers, body, now=None):
    """The event of a webhook (Standard Webhooks 1.0), from the bytes as they came. Raises ValueError for one that is not genuine."""
    sent_at = headers["webhook-timestamp"]
    if abs((now or time.time()) - int(sent_at)) > 300:
        raise ValueError("it is more than five minutes away from now")
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(right.encode(), given.encode()) for given in headers["webhook-signature"].split(" ")):
        raise ValueError("it is not signed with this secret")
    return json.loads(body)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    places, words = sys.argv[1:]
    search = call(places, "POST", "/api/search", {"query": words}, headers={"prefer": "respond-async"}.items())
    search = wait(places, f"/api/search/{search['id']}")
    print(search["status"], "complete" if search["complete"] else search["reasons"], file=sys.stderr)
    for place in rows(places, "/api/places", searchId=search["id"], limit=100):
        print(json.dumps({"name": place["name"], "phone": place["phone"], "website": place["website"]}, ensure_ascii=False))
    sys.exit(1 if search["status"] in ("failed", "cancelled") else 0)
