/**
 * Names of JSON members that shippers and loggers use for the fields of an event, best first, separated by
 * spaces. A dot separates nested members, or is part of the name. Elastic Common Schema and syslog come
 * first, then shippers, then loggers. loggers.test.ts has example lines of each.
 */
export const fieldNames = {
  /** Messages that may also be a list of bytes. */
  byteMessages: ['MESSAGE message msg log'],
  messages: [
    // Logback, Serilog: text with its values filled in, while `message` has the template.
    'formattedMessage @m RenderedMessage',
    'message log msg MESSAGE event.original body line',
    // hclog and old Logstash, .NET and NXLog, loguru, tracing, Google, structlog.
    '@message Message record.message fields.message textPayload short_message text event',
    '@mt MessageTemplate messageTemplate',
  ],
  times: [
    '@timestamp timestamp time timereported ts t.$date',
    '@t Timestamp asctime datetime datetime.date startTime timeMillis record.time.timestamp record.time.repr',
    'EventTime eventTime event_time TimeCreated date _SOURCE_REALTIME_TIMESTAMP __REALTIME_TIMESTAMP',
  ],
  hosts: [
    // Host of the message, where `host` is a relay: Elastic, Logstash, rsyslog.
    'log.syslog.hostname syslog_hostname sysloghost logsource host.name host.hostname host hostname HOST',
    // The device whose logs an agent reads.
    'observer.hostname observer.name agent.hostname kubernetes.host fromhost _HOSTNAME',
    'Hostname HostName hostName host_name MachineName machineName Properties.MachineName @source_host source_host nodename',
    'winlog.computer_name Computer ComputerName host.ip',
  ],
  programs: [
    'log.syslog.appname program appname app_name process.name service.name service ident syslogtag PROGRAM',
    'kubernetes.container.name kubernetes.container_name container.name event.module event.provider app',
    'SYSLOG_IDENTIFIER _COMM syslog_program syslog_appname programname',
  ],
  otherPrograms: [
    'Application Properties.Application progname processName SourceName',
    'logger logger_name loggerName log.logger categoryName Category SourceContext Properties.SourceContext @module',
    'record.name tag',
  ],
  /** Used only for lines with a level, since these names may mean anything. */
  loggerPrograms: ['application channel component target name'],
  /** Lists of values. Used only for lines with a level, too. */
  loggerMessages: ['data'],
  // Severities are words or syslog codes. Levels may also be the numeric levels of loggers. The first of
  // these groups with a value decides.
  syslogSeverities: ['log.syslog.severity.code log.syslog.severity.name syslog.severity_code'],
  ecsLevels: ['log.level'],
  severities: ['severity'],
  levels: [
    'level_name levelname levelName level log_level loglevel logLevel LogLevel Level @level @l',
    'level.levelStr level.name record.level.name context.logLevel level_value lvl',
  ],
  otherSeverities: ['PRIORITY priority Severity severity_text severityText SeverityText'],
  facilities: [
    'log.syslog.facility.code log.syslog.facility.name syslog.facility_code facility FACILITY SYSLOG_FACILITY',
  ],
  /** Facility times eight plus severity. */
  priorities: ['log.syslog.priority syslog.priority pri syslog_pri'],
} as const satisfies Record<string, readonly string[]>
