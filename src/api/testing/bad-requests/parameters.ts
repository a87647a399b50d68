import { admin, type BadRequest, json, refused } from './row.ts'

export const badParameters: readonly BadRequest[] = [
  refused(
    'a page that is not a number',
    'GET /api/query/q1?page=first',
    400,
    { page: 'A valid integer is required.', code: 'validation' },
    { headers: admin },
  ),
  ...['dashboards', 'searches'].map(list =>
    refused(
      `${list} by a pattern whose repetitions would take for long`,
      `GET /api/${list}?title__iregex=(a?){99}(a?){99}b`,
      400,
      {
        title__iregex: 'Expected a regular expression of at most 200 steps with its repetitions written out.',
        code: 'validation',
      },
      { headers: admin },
    ),
  ),
  refused(
    'several bad parameters, reported together',
    'GET /api/query/q1?page=0&page_size=10001&offset=-1&actions_hint=maybe',
    400,
    {
      page: 'Ensure this value is greater than or equal to 1.',
      page_size: 'Ensure this value is less than or equal to 10000.',
      offset: 'Ensure this value is greater than or equal to 0.',
      actions_hint: 'Must be a valid boolean.',
      code: 'validation',
    },
    { headers: admin },
  ),
  refused(
    'a parameter given twice',
    'GET /api/authtokens?page=1&page=2',
    400,
    { page: 'A valid integer is required.', code: 'validation' },
    { headers: admin },
  ),
  refused(
    'page_size 0',
    'GET /api/authtokens?page_size=0',
    400,
    { page_size: 'Ensure this value is greater than or equal to 1.', code: 'validation' },
    { headers: admin },
  ),
  refused(
    'a page_size past 1000',
    'GET /api/authtokens?page_size=1001',
    400,
    { page_size: 'Ensure this value is less than or equal to 1000.', code: 'validation' },
    { headers: admin },
  ),
  refused(
    'more values of a field than there may be',
    'GET /api/dictionaries/host?limit=100001',
    400,
    { limit: 'Ensure this value is less than or equal to 100000.', code: 'validation' },
    { headers: admin },
  ),
  refused(
    'an unknown choice',
    'GET /api/authtokens?token_type=ADMIN',
    400,
    { token_type: '"ADMIN" is not a valid choice.', code: 'validation' },
    { headers: admin },
  ),
  refused(
    'ordering by an unknown field',
    'GET /api/authtokens?ordering=created_at,-secret_key',
    400,
    {
      ordering: '"-secret_key" is not one of created_at, last_used_at, description.',
      code: 'validation',
    },
    { headers: admin },
  ),
  refused(
    'validate_only that is not a boolean',
    'POST /api/query?validate_only=2',
    400,
    { validate_only: 'Must be a valid boolean.', code: 'validation' },
    { headers: json, body: '{"type": "Search", "params": {}}' },
  ),
]
