import type { Table } from '../row.ts'

/** Golden lines of nginx, HAProxy and Docker; see Table. */
export const services: readonly Table[] = [
  [
    'nginx, HAProxy, Docker',
    { program: 'haproxy', priority: 'DAEMON.INFO' },
    [
      {
        line: '<190>Jan  2 03:04:05 web-1 nginx: 198.51.100.7 - - [02/Jan/2026:03:04:05 +0000] "GET /index.html HTTP/1.1" 200 612 "-" "curl/8.5.0"',
        host: 'web-1',
        program: 'nginx',
        priority: 'LOCAL7.INFO',
        message:
          '198.51.100.7 - - [02/Jan/2026:03:04:05 +0000] "GET /index.html HTTP/1.1" 200 612 "-" "curl/8.5.0"',
      },
      {
        line: '<187>Jan  2 03:04:05 web-1 nginx: 2026/01/02 03:04:05 [error] 991#991: *17 open() "/srv/www/favicon.ico" failed (2: No such file or directory), client: 198.51.100.7, server: www.example.org',
        host: 'web-1',
        program: 'nginx',
        priority: 'LOCAL7.ERROR',
        message:
          '2026/01/02 03:04:05 [error] 991#991: *17 open() "/srv/www/favicon.ico" failed (2: No such file or directory), client: 198.51.100.7, server: www.example.org',
      },
      {
        line: '<190>Jan  2 03:04:05 web-1 nginx_edge: 2001:db8::9 - ann [02/Jan/2026:03:04:05 +0000] "POST /login HTTP/2.0" 302 0',
        host: 'web-1',
        program: 'nginx_edge',
        priority: 'LOCAL7.INFO',
        message: '2001:db8::9 - ann [02/Jan/2026:03:04:05 +0000] "POST /login HTTP/2.0" 302 0',
      },
      {
        line: '<190>Jan  2 03:04:05 nginx: 198.51.100.8 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.0" 404 162',
        program: 'nginx',
        priority: 'LOCAL7.INFO',
        message: '198.51.100.8 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.0" 404 162',
      },
      {
        line: '<188>1 2026-01-02T03:04:05Z web-2 nginx 991 - - upstream timed out (110: Connection timed out)',
        host: 'web-2',
        program: 'nginx',
        priority: 'LOCAL7.WARNING',
        message: 'upstream timed out (110: Connection timed out)',
        extra: { PID: '991' },
      },
      {
        line: '<134>Jan  2 03:04:05 lb-1 haproxy[2201]: 198.51.100.9:51234 [02/Jan/2026:03:04:05.123] www~ app/app-1 0/0/1/12/13 200 512 - - ---- 5/5/1/1/0 0/0 "GET /api HTTP/1.1"',
        host: 'lb-1',
        priority: 'LOCAL0.INFO',
        message:
          '198.51.100.9:51234 [02/Jan/2026:03:04:05.123] www~ app/app-1 0/0/1/12/13 200 512 - - ---- 5/5/1/1/0 0/0 "GET /api HTTP/1.1"',
        extra: { PID: '2201' },
      },
      {
        line: '<133>Jan  2 03:04:05 lb-1 haproxy[2201]: Server app/app-2 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
        host: 'lb-1',
        priority: 'LOCAL0.NOTICE',
        message:
          'Server app/app-2 is DOWN, reason: Layer4 connection problem, info: "Connection refused", check duration: 0ms.',
        extra: { PID: '2201' },
      },
      {
        line: '<134>Jan  2 03:04:05 haproxy[2201]: Proxy www started.',
        priority: 'LOCAL0.INFO',
        message: 'Proxy www started.',
        extra: { PID: '2201' },
      },
      {
        line: '<129>Jan  2 03:04:05 lb-1 haproxy[2201]: backend app has no server available!',
        host: 'lb-1',
        priority: 'LOCAL0.ALERT',
        message: 'backend app has no server available!',
        extra: { PID: '2201' },
      },
      {
        line: '<134>1 2026-01-02T03:04:05.000001+00:00 lb-2 haproxy 2202 - - 198.51.100.9:51235 [02/Jan/2026:03:04:05.124] www~ app/<NOSRV> 0/-1/-1/-1/0 503 221 - - SC-- 1/1/0/0/0 0/0 "GET / HTTP/1.1"',
        ts: '2026-01-02T03:04:05.000001Z',
        host: 'lb-2',
        priority: 'LOCAL0.INFO',
        message:
          '198.51.100.9:51235 [02/Jan/2026:03:04:05.124] www~ app/<NOSRV> 0/-1/-1/-1/0 503 221 - - SC-- 1/1/0/0/0 0/0 "GET / HTTP/1.1"',
        extra: { PID: '2202' },
      },
      {
        line: '<30>Jan  2 03:04:05 docker-1 3f4e5a6b7c8d[1234]: {"level":"info","msg":"ready"}',
        host: 'docker-1',
        program: '3f4e5a6b7c8d',
        message: '{"level":"info","msg":"ready"}',
        extra: { PID: '1234' },
      },
      {
        line: '<30>Jan  2 03:04:05 docker-1 shop/api[1234]: listening on :8080',
        host: 'docker-1',
        program: 'shop/api',
        message: 'listening on :8080',
        extra: { PID: '1234' },
      },
      {
        line: '<27>2026-01-02T03:04:05Z docker-1 3f4e5a6b7c8d[1234]: panic: out of range',
        host: 'docker-1',
        program: '3f4e5a6b7c8d',
        priority: 'DAEMON.ERROR',
        message: 'panic: out of range',
        extra: { PID: '1234' },
      },
      {
        line: '<30>1 2026-01-02T03:04:05.678901Z docker-1 shop-api 1234 shop-api - GET /health 200',
        ts: '2026-01-02T03:04:05.678901Z',
        host: 'docker-1',
        program: 'shop-api',
        message: 'GET /health 200',
        extra: { PID: '1234', MSGID: 'shop-api' },
      },
      {
        line: '<30>Jan  2 03:04:05 3f4e5a6b7c8d[1234]: from the local socket',
        program: '3f4e5a6b7c8d',
        message: 'from the local socket',
        extra: { PID: '1234' },
      },
    ],
  ],
]
