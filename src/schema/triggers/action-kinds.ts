/** Actions of a trigger that fires. The list of triggers is filtered by these. */
export const actionKinds = [
  'status',
  'note',
  'notification',
  'email',
  'webhook',
  'script',
  'snmp',
  'task',
] as const
export type ActionKind = (typeof actionKinds)[number]
