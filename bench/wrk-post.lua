-- Makes wrk send the environment variable BODY by POST.
wrk.method = 'POST'
wrk.body = os.getenv('BODY')
wrk.headers['Content-Type'] = 'application/json'
