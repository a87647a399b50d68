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

The exact status of every operation for every kind of caller; two of them: for one's own object, and for somebody else's.
Of events "own" is one of a host that the caller sees. The tests of the API hold the service to these rows, and this page is
made from them (\`npx vitest run src/api/permissions.test.ts -u\`).

- nobody: no credentials
- INGEST: an INGEST token
- plain: a user without the permission, whatever others it has
- holder: a user with the permission, and no other
- manager: a user with the permission and the one that opens what is of others, and no other
- limited: a manager by a token that is limited to some networks. The same holds for tokens that only read, expire or have a scope: no
  token with limits makes or reads a way in (passwords, tokens, users and their groups)

| Operation | Permission | Opens those of others | nobody | INGEST | plain | holder | manager | limited |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${lines.map(line => `| ${line} |`).join('\n')}
`
}

function shown(statuses: Statuses, twofold: boolean): string {
  if (typeof statuses !== 'number') return statuses.join(', ')
  return twofold ? `${statuses}, ${statuses}` : String(statuses)
}
