#!/usr/bin/env python3
"""A worker for crawl with nothing but Python's standard library (docs/workers.md explains each request).

    SURVEYOR_WORKER_KEY=srv_live_… python3 worker.py http://crawl:4312 echo.extract

It registers for one job type, claims its jobs, hands in what `work` makes of their input, and leaves on SIGTERM.
"""
import json, os, platform, signal, sys, threading, time, urllib.error, urllib.request, uuid

CRAWL, JOB_TYPE = sys.argv[1].rstrip("/"), sys.argv[2]
HEADERS = {"accept": "application/json", "content-type": "application/json"}
if os.environ.get("SURVEYOR_WORKER_KEY"):
    HEADERS["authorization"] = "Bearer " + os.environ["SURVEYOR_WORKER_KEY"]
REGISTRATION = {"name": "python-" + platform.node(), "instanceId": str(uuid.uuid4()), "version": "1.0.0",
                "capabilities": {"types": [JOB_TYPE], "concurrency": {"light": 1}}, "tags": ["python"]}
leaving, lease, unwanted = threading.Event(), {}, set()


def work(payload):
    """The work itself: answers the data of the result, or raises."""
    return {"echo": payload, "by": "Python " + platform.python_version()}


def call(method, path, body=None, timeout=40):
    """Status and JSON of the answer; 0 where none came. A problem document has a `code`."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(CRAWL + path, data, HEADERS, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")
    except OSError as error:
        return 0, {"code": "unreachable", "detail": str(error)}


def register():
    while True:
        status, member = call("POST", "/api/worker/register", REGISTRATION)
        if status in (200, 201):
            print("registered as", member["workerId"], flush=True)
            return member
        print("cannot register:", member.get("detail"), file=sys.stderr, flush=True)
        if leaving.wait(5):
            sys.exit(1)


def beat():
    """Every heartbeat renews the leases it names and says which jobs to stop, and whether to leave."""
    while not leaving.wait(member["intervals"]["heartbeatMs"] / 1000):
        running = [{"jobId": job, "leaseToken": token} for job, token in list(lease.items())]
        status, answer = call("POST", f"/api/worker/{member['workerId']}/heartbeat",
                              {"status": "running", "running": running})
        if status == 200:
            unwanted.update(answer["lostJobs"], (job["jobId"] for job in answer["cancelJobs"]))
            if answer["directive"] in ("drain", "stop"):
                leaving.set()


def run(job, token, started):
    try:
        end, report = "complete", {"result": {
            "data": work(job["input"]), "engine": {"used": "python", "escalations": []}, "response": None, "cdn": None,
            "cache": {"status": "bypass", "ageMs": None, "storedAt": None}, "quality": None, "warnings": [],
            "timings": {"queueMs": None, "fetchMs": None, "extractMs": None,
                        "totalMs": round((time.monotonic() - started) * 1000)},
            "provenance": {}, "extractorVersion": "1.0.0"}}
    except Exception as error:
        end, report = "fail", {"error": {"type": "urn:surveyor:problem:internal", "title": "The worker failed", "status": 500,
                                         "code": "internal", "detail": type(error).__name__, "retryable": False}}
    # The same report may be sent again until it is answered: the token makes it count once.
    while job["id"] not in unwanted:
        status, answer = call("POST", f"/api/worker/jobs/{job['id']}/{end}", {"leaseToken": token, **report})
        if status and status not in (429, 503):
            return print(end, job["id"], status, answer.get("status") or answer.get("code"), flush=True)
        time.sleep(1)


signal.signal(signal.SIGTERM, lambda *_: leaving.set())
signal.signal(signal.SIGINT, lambda *_: leaving.set())
member = register()
threading.Thread(target=beat, daemon=True).start()
while not leaving.is_set():
    status, offer = call("GET", f"/api/worker/jobs/next?types={JOB_TYPE}&waitMs=2000")
    if status == 204:
        continue
    for job in offer["jobs"] if status == 200 else []:
        status, claim = call("POST", f"/api/worker/jobs/{job['id']}/claim", {"workerId": member["workerId"]})
        if status == 200:  # 409: another worker was faster
            lease[job["id"]] = claim["leaseToken"]
            run(claim["job"], claim["leaseToken"], time.monotonic())
            del lease[job["id"]]
        elif claim.get("code") == "unknown_worker":
            member = register()
    if status not in (200, 409):
        leaving.wait(1)
call("POST", f"/api/worker/{member['workerId']}/unregister", {})
