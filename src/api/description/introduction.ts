/** The introduction of the API description, which applies to every operation, in Markdown. */
export const introduction = `Log events in; search, counts and live results out.

**Authentication.** \`Authorization: token <key>\`, \`?AUTHTOKEN=<key>\` or the session cookie, looked for in this order. An INGEST
token is valid for /incoming and the other addresses that receive events, and for nothing else.

**Addresses** answer with and without a trailing slash. HEAD answers every GET that changes nothing; another method is a 405
(\`method_not_allowed\`, with \`Allow\`). Times are Unix seconds, UTC.

**Bodies** are \`application/json\`, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`. JSON is strict: an unknown member
or a wrong type is a 400 that names it. Forms are text, read by what the member expects (\`7\`, \`true\` or \`1\`, \`a,b\` or a
repeated name for a list); a nested value is JSON text or bracketed keys: \`params={"page": 2}\` or \`params[page]=2\`.

**Query parameters** are read like forms; unknown ones are ignored, an ill-typed one is a 400.

**Errors** are JSON objects with a stable \`code\`; \`detail\` is for people and may change. A 403 or 404 comes before a 400. Answers under
/api carry \`Cache-Control: no-store\`.`

/** The frames of /ws/live-updates, in Markdown. */
export const liveProtocol = `Both sides send JSON arrays as text frames: \`LiveClientFrame\` and \`LiveServerFrame\` among the schemas.

| You send | You get |
|---|---|
| \`["subscribe", "query", "<query_id>"]\`, \`["subscribe", "widget", 7]\`, \`["subscribe", "dashboard", 3]\` | \`["subscription-update", {"query": [...], "widget": [...], "dashboard": [...]}]\` with all subscriptions, the current state, then each change |
| \`["unsubscribe", "query", "<query_id>"]\` and the like, \`["unsubscribe", "all"]\` | \`["subscription-update", {...}]\` with the remaining subscriptions |
| \`["subscribe", "notifications"]\`, \`["unsubscribe", "notifications"]\` | the same, with \`"notifications": true\` while it is subscribed to, and \`["notifications-update", {"unread_count", "unread_groups", "group_count", "changed_at"}]\` at once and after changes; needs the permission \`notifications\` |
| \`["ping"]\` | \`["pong"]\` |
| a command that fails | \`["error", {"code", "detail", "command"}]\`; the connection stays |

A change is \`["widget-update", {"widget_id", "dashboard_id", "data"}]\`: \`data\` is what GET /api/query/{qid} answers; both ids are null
for a query, dashboard_id is null for a widget that was subscribed to directly. There are at most two a second for each query of a target, and one a second for notifications. A client that reads
slowly gets the newest state; one that reads nothing for 30 s while 8 MiB wait is closed with 1013. A frame over 64 KiB closes
the connection with 1009, the end of its token, session or user with 1008. A subscription that ends otherwise is reported by a
\`subscription-update\`.

Without an upgrade to a websocket the address answers 404.`
