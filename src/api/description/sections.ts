interface Section {
  name: string
  description: string
  /** A path belongs to the first section that lists it or a path above it. */
  paths: readonly string[]
}

/** The sections of the API description in their order. */
export const sections: readonly Section[] = [
  {
    name: 'Queries',
    description: 'Queries of events: create, read while they run, stop, recalculate, remove.',
    paths: ['/api/query'],
  },
  {
    name: 'SQL',
    description: 'SELECTs over events. docs/sql.md explains them.',
    paths: ['/api/sql'],
  },
  {
    name: 'Events',
    description: 'Single events, their times, their triggers and notes on them.',
    paths: ['/api/events'],
  },
  { name: 'Saved searches', description: 'Searches that people keep and share.', paths: ['/api/searches'] },
  {
    name: 'Dashboards',
    description: 'Pages of widgets, their templates, import and export.',
    paths: ['/api/dashboards', '/api/dashboard-templates'],
  },
  {
    name: 'Widgets',
    description: 'Queries on dashboards, with position and chart.',
    paths: ['/api/widgets'],
  },
  {
    name: 'Reports',
    description: 'Files of queries and dashboards, created once or by a schedule.',
    paths: ['/api/reports', '/api/reports-schedules'],
  },
  { name: 'Tasks', description: 'Tasks of users.', paths: ['/api/tasks'] },
  {
    name: 'Triggers',
    description:
      'What happens when events match: notifications, mails, webhooks. docs/triggers.md explains them.',
    paths: ['/api/triggers', '/api/triggers-costs'],
  },
  {
    name: 'Notifications',
    description: 'Notifications of triggers, read and unread. docs/notifications.md explains them.',
    paths: ['/api/notifications', '/api/notifications-counts'],
  },
  {
    name: 'Silences',
    description: 'Silences: times in which matching triggers run no actions.',
    paths: ['/api/silences'],
  },
  {
    name: 'Actions',
    description: 'Actions of triggers, finished and waiting. docs/triggers-actions.md explains them.',
    paths: ['/api/actions'],
  },
  { name: 'Mails', description: 'Sending mails from programs.', paths: ['/api/mailer'] },
  {
    name: 'Rules',
    description: 'Rules that rewrite, tag and drop incoming events. docs/rules.md explains them.',
    paths: ['/api/rules'],
  },
  {
    name: 'Retention',
    description: 'The retention of events, and legal holds. docs/retention.md explains both.',
    paths: ['/api/retention', '/api/legal-holds'],
  },
  {
    name: 'Page settings',
    description: 'Settings of the page for all users. docs/page.md explains them.',
    paths: ['/api/page-settings'],
  },
  {
    name: 'Forwarders',
    description: 'Destinations to which events are passed on. docs/forwarding.md explains them.',
    paths: ['/api/forwarders'],
  },
  {
    name: 'Tokens',
    description: 'Keys to call the interface (USER) or to send events (INGEST).',
    paths: ['/api/authtokens'],
  },
  { name: 'Users', description: 'Users and their sign-in.', paths: ['/api/users', '/api/user-names'] },
  {
    name: 'Groups',
    description: 'Permissions of users, and the hosts whose events they see.',
    paths: ['/api/groups'],
  },
  { name: 'Session', description: 'Signing in and out.', paths: ['/api/login', '/api/logout', '/api/auth'] },
  {
    name: 'Audit log',
    description: 'Who did what to which object. docs/audit.md explains it.',
    paths: ['/api/audit'],
  },
  {
    name: 'Dictionaries',
    description: 'Values of fields, for choices in forms.',
    paths: ['/api/dictionaries', '/api/tags'],
  },
  {
    name: 'Assistants',
    description: 'Tools for assistants, which read as the caller. docs/mcp.md explains it.',
    paths: ['/mcp'],
  },
  { name: 'Ingest', description: 'Sending events.', paths: ['/incoming'] },
  {
    name: 'Receivers',
    description:
      'Sending events by the protocols and at the paths of other log services. docs/sending-logs.md has the settings of shippers.',
    paths: ['/elasticsearch', '/loki', '/v1', '/services', '/gelf'],
  },
  { name: 'Live updates', description: 'Live updates of results.', paths: ['/ws/live-updates'] },
  {
    name: 'Service',
    description: 'Health, version, metrics for Prometheus, and this description.',
    paths: ['/ping', '/version', '/metrics', '/api'],
  },
]
