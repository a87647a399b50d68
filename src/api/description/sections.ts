interface Section {
  name: string
  description: string
  /** Paths of the section; paths below them belong to it too. */
  paths: readonly string[]
}

/** The sections of the API description in their order. */
export const sections: readonly Section[] = [
  {
    name: 'Queries',
    description:
      'Questions about events: made, read while they are computed, stopped, computed again, removed.',
    paths: ['/api/query'],
  },
  {
    name: 'Events',
    description: 'Single events, when they happened, what fired on them.',
    paths: ['/api/events'],
  },
  {
    name: 'Dashboards',
    description: 'Pages of widgets, their templates, import and export.',
    paths: ['/api/dashboards', '/api/dashboard-templates'],
  },
  { name: 'Widgets', description: 'Queries with a place and a look.', paths: ['/api/widgets'] },
  {
    name: 'Reports',
    description: 'Files of queries and dashboards, made once or by a schedule.',
    paths: ['/api/reports', '/api/reports-schedules'],
  },
  { name: 'Tasks', description: 'What people have to do.', paths: ['/api/tasks'] },
  {
    name: 'Rules',
    description:
      'What is done with events as they come in: rewritten, tagged, dropped. docs/rules.md says what rules are.',
    paths: ['/api/rules'],
  },
  {
    name: 'Tokens',
    description: 'Keys that open the interface (USER) or take in events (INGEST).',
    paths: ['/api/authtokens'],
  },
  { name: 'Users', description: 'People and how they sign in.', paths: ['/api/users'] },
  {
    name: 'Groups',
    description: 'What people may do and whose events they see.',
    paths: ['/api/groups'],
  },
  { name: 'Session', description: 'Signing in and out.', paths: ['/api/login', '/api/logout', '/api/auth'] },
  { name: 'Dictionaries', description: 'Values to choose from.', paths: ['/api/dictionaries', '/api/tags'] },
  { name: 'Ingest', description: 'Handing events in.', paths: ['/incoming'] },
  {
    name: 'Receivers',
    description:
      'Handing events in, in the words and at the addresses of other log services. docs/sending-logs.md has the settings of shippers.',
    paths: ['/elasticsearch', '/loki', '/v1', '/services', '/gelf'],
  },
  { name: 'Live updates', description: 'Results as they change.', paths: ['/ws/live-updates'] },
  {
    name: 'Service',
    description: 'Whether it works, which version it is, and this description.',
    paths: [
      '/ping',
      '/api/monitor',
      '/api/monitor/queries',
      '/version',
      '/api/version',
      '/api/ledger',
      '/api/listeners',
      '/metrics',
      '/api/schema',
      '/api/docs',
      '/api',
    ],
  },
]
