import { type BadRequest, json, notFound, refused } from './row.ts'

const code = 'validation'

/** Bad requests for the history of actions, and for mails. */
export const badActions: readonly BadRequest[] = [
  refused(
    'actions of an unknown kind and in an unknown status',
    'GET /api/actions?kind=webhook,fax&status=grouped',
    400,
    { kind: '"fax" is not a valid choice.', status: '"grouped" is not a valid choice.', code },
    { headers: json },
  ),
  refused('an unknown action, sent again', 'POST /api/actions/99/retry', 404, notFound, {
    headers: json,
  }),
  refused(
    'no actions, sent again',
    'POST /api/actions/retry',
    400,
    { ids: ['Ensure this field has at least 1 elements.'], code },
    { headers: json, body: '{"ids": []}' },
  ),
  refused(
    'a mail with a line break in its subject',
    'POST /api/mailer',
    400,
    { subject: ['A subject is one line, without control characters.'], code },
    {
      headers: json,
      body: '{"mail_to": "ann@example.com", "subject": "x\\nBcc: eve@example.com", "body": ""}',
    },
  ),
  refused(
    'a mail to an invalid address',
    'POST /api/mailer',
    400,
    { mail_to: ['This is not an address such as ann@example.com: "Ann <ann@example.com>".'], code },
    { headers: json, body: '{"mail_to": "Ann <ann@example.com>", "subject": "x", "body": ""}' },
  ),
]
