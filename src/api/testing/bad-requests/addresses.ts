import { tokenSecret } from '../people.ts'
import { admin, ann, type BadRequest, json, notFound, refused } from './row.ts'

export const badAddresses: readonly BadRequest[] = [
  refused('an unknown address', 'GET /api/nothing', 404, notFound),
  refused('such an address, asked for as a page', 'GET /api/nothing', 404, notFound, {
    headers: { accept: 'text/html' },
  }),
  refused(
    'a method that the address does not take',
    'PUT /api/query/q1/stop',
    405,
    { detail: 'Method "PUT" not allowed.', code: 'method_not_allowed' },
    { headers: admin, carries: { allow: 'GET, POST' } },
  ),
  refused(
    'GET where only POST is',
    'GET /incoming/',
    405,
    { detail: 'Method "GET" not allowed.', code: 'method_not_allowed' },
    { headers: admin, carries: { allow: 'POST' } },
  ),
  refused(
    'an address with broken escapes',
    'GET /api/%zz',
    400,
    { detail: 'The address could not be read.', code: 'parse_error' },
    { headers: admin },
  ),
  refused('an id longer than any', `GET /api/query/${'q'.repeat(501)}`, 404, notFound, { headers: admin }),
  refused('an unknown query', 'GET /api/query/q99', 404, notFound, { headers: admin }),
  refused('a query of another user', 'GET /api/query/q1', 404, notFound, { headers: ann }),
  refused(
    'a query of another user with a bad parameter: the 404 comes first',
    'GET /api/query/q1?page=x',
    404,
    notFound,
    { headers: ann },
  ),
  refused(
    'an unknown query with a bad body: the 404 comes first',
    'POST /api/query/q99/stop',
    404,
    notFound,
    { headers: json, body: '{' },
  ),
  refused('an event id that is not a number', 'GET /api/events/4x2', 404, notFound, { headers: admin }),
  refused('an event id past 2^53', 'GET /api/events/9007199254740993', 404, notFound, { headers: admin }),
  refused('an event of a host out of sight', 'GET /api/events/43', 404, notFound, { headers: ann }),
  refused('values of an unknown field', 'GET /api/dictionaries/colour?limit=0', 404, notFound, {
    headers: admin,
  }),
  refused(
    'a page past the end',
    'GET /api/events/42/timestamps?page=4',
    404,
    { detail: 'Invalid page.', code: 'invalid_page' },
    { headers: admin },
  ),
  refused('a token of another user', `DELETE /api/authtokens/${tokenSecret('user-ann')}`, 404, notFound, {
    headers: admin,
  }),
  refused('a token by id without manage_users', 'GET /api/authtokens/1', 404, notFound, { headers: ann }),
  refused(
    'a live update address without a websocket',
    'GET /ws/live-updates',
    404,
    { detail: 'This address takes websocket connections only.', code: 'not_found' },
    { headers: admin },
  ),
  refused(
    'an Accept that excludes JSON',
    'GET /api/auth',
    406,
    { detail: 'Could not satisfy the request Accept header.', code: 'not_acceptable' },
    { headers: { ...admin, accept: 'text/html, application/json;q=0' } },
  ),
]
