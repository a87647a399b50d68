import { tokenHeaders } from '../people.ts'
import { anonymous, type BadRequest, challenge, denied, refused, wrongToken } from './row.ts'

/** Bad credentials and missing permissions. */
export const badCallers: readonly BadRequest[] = [
  refused('no credentials', 'GET /api', 401, anonymous, { carries: challenge }),
  refused('an unknown token', 'GET /api/auth', 401, wrongToken, {
    headers: { authorization: 'token user-nobody' },
    carries: challenge,
  }),
  refused(
    'a token header without a token',
    'GET /api/auth',
    401,
    { detail: 'Invalid token header. No credentials provided.', code: 'authentication_failed' },
    { headers: { authorization: 'Token' }, carries: challenge },
  ),
  refused(
    'a token with a space in it',
    'GET /api/auth',
    401,
    {
      detail: 'Invalid token header. Token string should not contain spaces.',
      code: 'authentication_failed',
    },
    { headers: { authorization: 'token user-admin user-ann' } },
  ),
  refused('another authentication scheme', 'GET /api/auth', 401, anonymous, {
    headers: { authorization: 'Basic YWRtaW46c2VjcmV0' },
  }),
  refused('an unknown token in the query', 'GET /api/auth?AUTHTOKEN=zzz', 401, wrongToken),
  refused(
    'two tokens in the query',
    'GET /api/auth?AUTHTOKEN=user-admin&AUTHTOKEN=user-ann',
    401,
    wrongToken,
  ),
  refused('an access key header outside /incoming', 'GET /api/auth', 401, anonymous, {
    headers: { 'x-lz-access-key': 'user-admin' },
  }),
  refused(
    'a session that has ended',
    'GET /api/auth',
    401,
    { detail: 'The session has ended; sign in again.', code: 'authentication_failed' },
    { headers: { cookie: 'millrace_session=gone' } },
  ),
  refused('an INGEST token outside /incoming', 'GET /api/query/q1', 403, denied, {
    headers: tokenHeaders('ingest-1'),
  }),
  refused('a query without the permission `search`, body as bad as can be', 'POST /api/query', 403, denied, {
    headers: { ...tokenHeaders('user-bob'), 'content-type': 'text/plain' },
    body: '{',
  }),
  refused(
    'a wrong password',
    'POST /api/login',
    401,
    { detail: 'The username or the password is not right.', code: 'authentication_failed' },
    { headers: { 'content-type': 'application/json' }, body: '{"username": "admin", "password": "guess"}' },
  ),
  refused('a login from a foreign page', 'POST /api/login', 403, denied, {
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: '{"username": "admin", "password": "secret"}',
  }),
]
