import { admin, ann, type BadRequest, denied, form, json, multipart, refused, required } from './row.ts'

/** Bad bodies and headers of bodies. */
export const badBodies: readonly BadRequest[] = [
  refused(
    'JSON that ends too early',
    'POST /api/query',
    400,
    {
      detail:
        "JSON parse error - Expected ',' or '}' after property value in JSON at position 17 (line 1 column 18)",
      code: 'parse_error',
    },
    { headers: json, body: '{"type": "Search"' },
  ),
  refused(
    'a body that is not UTF-8',
    'POST /api/query',
    400,
    { detail: 'The body is not valid UTF-8.', code: 'parse_error' },
    { headers: { ...json, 'x-latin1': 'yes' }, body: '{"type": "\u00ff"}' },
  ),
  refused(
    'filters whose regular expressions would take for long together',
    'POST /api/dashboards',
    400,
    { filter: 'Expected at most 100000 steps of regular expressions in one body.', code: 'validation' },
    {
      headers: { ...admin, ...json },
      body: JSON.stringify({
        title: 'Many',
        widgets: Array.from({ length: 60 }, (_, i) => ({
          type: 'Search',
          config: { params: { filter: [{ field: 'message', op: '=~', value: [`(?:a?){999}${i}`] }] } },
        })),
      }),
    },
  ),
  refused(
    'a body that is nested too deeply',
    'POST /api/query',
    400,
    {
      [`${`params.filter${'[0]'.repeat(64)}`.slice(0, 80)}...`]: ['Expected at most 64 levels of nesting.'],
      code: 'validation',
    },
    {
      headers: json,
      body: `{"type": "Search", "params": {"filter": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    },
  ),
  refused(
    'a body of more values than are read',
    'POST /api/dashboards',
    400,
    { '[104856]': ['Expected at most 104857 values.'], code: 'validation' },
    { headers: json, body: JSON.stringify(Array(200_000).fill(1)) },
  ),
  refused(
    'a body of more different names than are read',
    'POST /api/dashboards',
    400,
    { 'config.k9999': ['Expected at most 10000 different names of members.'], code: 'validation' },
    {
      headers: json,
      body: JSON.stringify({
        config: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1])),
      }),
    },
  ),
  refused(
    'JSON in a form that is nested too deeply',
    'POST /api/query',
    400,
    {
      [`params.${`filter${'[0]'.repeat(64)}`.slice(0, 80)}...`]: ['Expected at most 64 levels of nesting.'],
      code: 'validation',
    },
    { headers: form, body: `type=Search&params={"filter": ${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  ),
  refused(
    'a list in a form of more values than are read',
    'POST /api/notifications/read',
    400,
    { ids: ['Expected at most 20000 values.'], code: 'validation' },
    { headers: form, body: `ids=${'1,'.repeat(400_000)}1` },
  ),
  refused(
    'no body',
    'POST /api/query',
    400,
    { type: required, params: required, code: 'validation' },
    { headers: admin },
  ),
  refused(
    'a list where an object belongs',
    'POST /api/query',
    400,
    { non_field_errors: ['Invalid data. Expected an object, but got list.'], code: 'validation' },
    { headers: json, body: '[1]' },
  ),
  refused(
    'all faults of a body together',
    'POST /api/query',
    400,
    {
      params: required,
      limit: ['There is no such field.'],
      type: ['Not a valid string.'],
      code: 'validation',
    },
    { headers: json, body: '{"type": 7, "limit": 3}' },
  ),
  refused(
    'a number as text in JSON is not coerced',
    'POST /api/authtokens',
    400,
    { expires_at: ['A valid number is required.'], code: 'validation' },
    { headers: json, body: '{"expires_at": "1900000000"}' },
  ),
  refused(
    'null where it may not be',
    'POST /api/query',
    400,
    {
      type: ['This field may not be null.'],
      params: ['This field may not be null.'],
      code: 'validation',
    },
    { headers: json, body: '{"type": null, "params": null}' },
  ),
  refused(
    'an empty type',
    'POST /api/query',
    400,
    { type: ['This field may not be blank.'], code: 'validation' },
    { headers: json, body: '{"type": "", "params": {}}' },
  ),
  // Read as JSON, since a literal would set the prototype.
  refused(
    'a member named __proto__',
    'POST /api/query',
    400,
    JSON.parse('{"__proto__": ["There is no such field."], "code": "validation"}'),
    { headers: json, body: '{"type": "Search", "params": {}, "__proto__": {"admin": true}}' },
  ),
  refused(
    'an unknown type',
    'POST /api/query',
    400,
    { type: ['"Guess" is not a valid choice.'], code: 'validation' },
    { headers: json, body: '{"type": "Guess", "params": {}}' },
  ),
  refused(
    'another media type',
    'POST /api/query',
    415,
    { detail: 'Unsupported media type "text/plain" in request.', code: 'unsupported_media_type' },
    { headers: { ...admin, 'content-type': 'text/plain' }, body: 'type=Search' },
  ),
  refused(
    'an invalid media type',
    'POST /api/query',
    415,
    { detail: 'Unsupported media type "json" in request.', code: 'unsupported_media_type' },
    { headers: { ...admin, 'content-type': 'json' }, body: '{}' },
  ),
  refused(
    'a packed body on the API',
    'POST /api/query',
    415,
    { detail: 'Unsupported content encoding "gzip" in request.', code: 'unsupported_media_type' },
    { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' },
  ),
  refused(
    'a body over 1 MiB',
    'POST /api/query',
    413,
    { detail: 'The body is larger than the limit of 1048576 bytes.', code: 'body_too_large' },
    { headers: json, body: `"${'x'.repeat(1024 * 1024)}"`, carries: { connection: 'close' } },
  ),
  refused(
    'a form field that is both text and object',
    'POST /api/query',
    400,
    {
      detail: 'Form parse error - the field "params[page]" is given both as text and with brackets',
      code: 'parse_error',
    },
    { headers: form, body: 'type=Search&params=1&params[page]=2' },
  ),
  refused(
    'a form field with a broken name',
    'POST /api/query',
    400,
    {
      detail: 'Form parse error - the field name "params[page" is not name[name]...',
      code: 'parse_error',
    },
    { headers: form, body: 'type=Search&params[page=2' },
  ),
  refused(
    'a form whose params are not JSON',
    'POST /api/query',
    400,
    { params: ['Invalid data. Expected an object, but got string.'], code: 'validation' },
    { headers: form, body: 'type=Search&params={page:2}' },
  ),
  refused(
    'a multipart form without its boundary',
    'POST /api/query',
    400,
    {
      detail: 'Multipart form parse error - the parts could not be told apart.',
      code: 'parse_error',
    },
    { headers: multipart, body: 'type=Search' },
  ),
  refused(
    'an invalid cursor of arrivals',
    'POST /api/events/arrivals',
    400,
    { after: ['expected `next` of an earlier answer'], code: 'validation' },
    { headers: json, body: '{"after": "now"}' },
  ),
  refused(
    'arrivals by a condition that does not fit its field',
    'POST /api/events/arrivals',
    400,
    { 'filter[0].op': ['expected one of eq, ne, lt, le, gt, ge for the field severity'], code: 'validation' },
    { headers: json, body: '{"filter": [{"field": "severity", "op": "=~", "value": "e"}]}' },
  ),
  refused(
    'a regular expression to extract by that cannot be read',
    'POST /api/events/extract',
    400,
    {
      pattern: ['expected a regular expression in RE2 syntax: missing closing ): took (\\d+'],
      code: 'validation',
    },
    { headers: json, body: '{"pattern": "took (\\\\d+"}' },
  ),
  refused(
    'an expiry in the past',
    'POST /api/authtokens',
    400,
    { expires_at: ['Must be a moment in the future.'], code: 'validation' },
    { headers: json, body: '{"expires_at": 1000000000}' },
  ),
  refused('a token for another user without manage_users', 'POST /api/authtokens', 403, denied, {
    headers: { ...ann, 'content-type': 'application/json' },
    body: '{"user": 1}',
  }),
  refused(
    'a token for an unknown user',
    'POST /api/authtokens',
    400,
    { user: ['Invalid pk "99" - object does not exist.'], code: 'validation' },
    { headers: json, body: '{"user": 99}' },
  ),
  refused(
    'an Idempotency-Key past 200 characters',
    'POST /incoming',
    400,
    { 'Idempotency-Key': 'Expected one key of at most 200 characters.', code: 'validation' },
    { headers: { ...json, 'idempotency-key': 'k'.repeat(201) }, body: '{"events": []}' },
  ),
]
