import { type BadRequest, json, notFound, refused } from './row.ts'

const code = 'validation'

/** Bad requests for the history of actions. */
export const badActions: readonly BadRequest[] = [
  refused(
    'actions of a kind and in a status that there is not',
    'GET /api/actions?kind=webhook,fax&status=grouped',
    400,
    { kind: '"fax" is not a valid choice.', status: '"grouped" is not a valid choice.', code },
    { headers: json },
  ),
  refused('an action that there is not, sent again', 'POST /api/actions/99/retry', 404, notFound, {
    headers: json,
  }),
  refused(
    'no actions, sent again',
    'POST /api/actions/retry',
    400,
    { ids: ['Ensure this field has at least 1 elements.'], code },
    { headers: json, body: '{"ids": []}' },
  ),
]
