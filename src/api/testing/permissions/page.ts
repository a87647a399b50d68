import { callerKinds, type PermissionRow, type Statuses } from './row.ts'

/** docs/evidence/permissions.md: every row of the permission tests. */
export function permissionsPage(rows: readonly PermissionRow[]): string {
  const lines = rows.map(row =>
    [
      `\`${row.operation.replaceAll(/:(\w+)/g, '{$1}')}\`${row.about === undefined ? '' : `, ${row.about}`}`,
      row.needs ?? '',
      row.manages ?? '',
      ...callerKinds.map(kind => shown(row.statuses[kind], row.object !== undefined)),
    ].join(' | '),
  )
  return `# Who may do what

The exact status of every operation for every kind of caller. Two statuses: for one's own object, and for another user's.
For events, "own" is an event of a host that the caller sees. The tests of the API check these rows, and this page is
generated from them (\`npm run generate\`).

- nobody: no credentials
- INGEST: an INGEST token
- plain: a user without the permission, with any others
- holder: a user with only the permission
- manager: a user with only the permission and the permission for other users' objects
- limited: a manager with a token that is limited to some networks. The same applies to tokens that only read, expire or have a scope: no
  token with limits reads or creates credentials or access (passwords, tokens, users and their groups)

| Operation | Permission | For other users' objects | nobody | INGEST | plain | holder | manager | limited |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map(line => `| ${line} |`).join('\n')}
`
}

function shown(statuses: Statuses, twofold: boolean): string {
  if (typeof statuses !== 'number') return statuses.join(', ')
  return twofold ? `${statuses}, ${statuses}` : String(statuses)
}
