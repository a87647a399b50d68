import { admin, type BadRequest, json } from './row.ts'

/** About parameters in the query string. */
export const badParameters: readonly BadRequest[] = [
  {
    name: 'a page that is no number',
    method: 'GET',
    url: '/api/query/q1?page=first',
    headers: admin,
    status: 400,
    answer: { page: 'A valid integer is required.', code: 'validation' },
  },
  {
    name: 'several bad parameters, reported together',
    method: 'GET',
    url: '/api/query/q1?page=0&page_size=10001&offset=-1&actions_hint=maybe',
    headers: admin,
    status: 400,
    answer: {
      page: 'Ensure this value is greater than or equal to 1.',
      page_size: 'Ensure this value is less than or equal to 10000.',
      offset: 'Ensure this value is greater than or equal to 0.',
      actions_hint: 'Must be a valid boolean.',
      code: 'validation',
    },
  },
  {
    name: 'a parameter given twice',
    method: 'GET',
    url: '/api/authtokens?page=1&page=2',
    headers: admin,
    status: 400,
    answer: { page: 'A valid integer is required.', code: 'validation' },
  },
  {
    name: 'page_size 0',
    method: 'GET',
    url: '/api/authtokens?page_size=0',
    headers: admin,
    status: 400,
    answer: { page_size: 'Ensure this value is greater than or equal to 1.', code: 'validation' },
  },
  {
    name: 'a page_size past 1000',
    method: 'GET',
    url: '/api/authtokens?page_size=1001',
    headers: admin,
    status: 400,
    answer: { page_size: 'Ensure this value is less than or equal to 1000.', code: 'validation' },
  },
  {
    name: 'a choice that there is not',
    method: 'GET',
    url: '/api/authtokens?token_type=ADMIN',
    headers: admin,
    status: 400,
    answer: { token_type: '"ADMIN" is not a valid choice.', code: 'validation' },
  },
  {
    name: 'ordering by an unknown field',
    method: 'GET',
    url: '/api/authtokens?ordering=created_at,-secret_key',
    headers: admin,
    status: 400,
    answer: {
      ordering: '"-secret_key" is not one of created_at, last_used_at, description.',
      code: 'validation',
    },
  },
  {
    name: 'validate_only that is no boolean',
    method: 'POST',
    url: '/api/query?validate_only=2',
    headers: json,
    body: '{"type": "Search", "params": {}}',
    status: 400,
    answer: { validate_only: 'Must be a valid boolean.', code: 'validation' },
  },
]
