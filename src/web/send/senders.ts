import { sendTexts } from '../texts/settings/send.ts'

export type SenderGroup = keyof typeof sendTexts.groups

/** A kind of sender. Its lines come from docs/sending-logs.md, which tests try: there is no second copy. */
export interface Sender {
  id: string
  name: string
  group: SenderGroup
  /** Words by which users may search for it. */
  words: string
  /** Sections of the document; several are variants, each with its name. */
  sections: readonly { key: string; name?: string }[]
}

const { variants } = sendTexts

/** All kinds, in the order of the list. */
export const senders: readonly Sender[] = [
  sender('rsyslog', 'rsyslog', 'linux', 'debian ubuntu redhat unix', ['rsyslog']),
  sender('syslog-ng', 'syslog-ng', 'linux', 'unix', ['syslog-ng']),
  sender('journald', 'systemd journald', 'linux', 'journal systemd', ['journald']),
  sender('logger', 'logger', 'linux', 'shell script command', ['logger']),
  sender('device', 'Any syslog device', 'network', 'router switch printer ups plain syslog', ['Any device']),
  sender('cisco', 'Cisco IOS, NX-OS, ASA', 'network', 'ios xe nexus firewall router switch', ['Cisco']),
  sender('fortigate', 'FortiGate', 'network', 'fortinet fortios firewall', ['FortiGate']),
  sender('palo-alto', 'Palo Alto', 'network', 'pan-os firewall', ['Palo Alto']),
  sender('juniper', 'Juniper', 'network', 'junos srx firewall router', ['Juniper']),
  sender('nxlog', 'Windows: NXLog', 'windows', 'event log eventlog', ['NXLog']),
  sender('winlogbeat', 'Windows: winlogbeat', 'windows', 'event log eventlog elastic', [
    'Elasticsearch bulk/winlogbeat',
  ]),
  {
    ...sender('docker', 'Docker', 'containers', 'container compose moby', []),
    sections: [
      { key: 'Docker', name: variants.syslog },
      { key: 'Splunk HTTP Event Collector/Docker', name: variants.splunk },
    ],
  },
  sender('kubernetes', 'Kubernetes', 'containers', 'k8s helm fluent-bit', ['Elasticsearch bulk/Kubernetes']),
  sender('nginx', 'nginx', 'containers', 'web access log', ['nginx']),
  sender('haproxy', 'HAProxy', 'containers', 'web load balancer', ['HAProxy']),
  sender('filebeat', 'Filebeat, Elastic bulk', 'shippers', 'beats elasticsearch elk', [
    'Elasticsearch bulk/filebeat',
  ]),
  sender('logstash', 'Logstash', 'shippers', 'elk elasticsearch', ['Elasticsearch bulk/Logstash']),
  {
    ...sender('fluent-bit', 'Fluent Bit', 'shippers', 'fluentd', []),
    sections: [
      { key: 'Elasticsearch bulk/fluent-bit', name: variants.elasticsearch },
      { key: 'OpenTelemetry: OTLP/fluent-bit', name: variants.otlp },
      { key: 'Splunk HTTP Event Collector/fluent-bit', name: variants.splunk },
    ],
  },
  {
    ...sender('vector', 'Vector', 'shippers', 'datadog', []),
    sections: [
      { key: 'Elasticsearch bulk/vector', name: variants.elasticsearch },
      { key: 'Loki/vector', name: variants.loki },
      { key: 'Splunk HTTP Event Collector/vector', name: variants.splunk },
    ],
  },
  sender('otel', 'OpenTelemetry Collector', 'shippers', 'otlp otel opentelemetry', [
    'OpenTelemetry: OTLP/OpenTelemetry Collector',
  ]),
  {
    ...sender('loki', 'Loki: promtail, Alloy', 'shippers', 'grafana agent', []),
    sections: [
      { key: 'Loki/Alloy', name: variants.alloy },
      { key: 'Loki/promtail', name: variants.promtail },
    ],
  },
  sender('splunk', 'Splunk HEC', 'shippers', 'http event collector forwarder', [
    'Splunk HTTP Event Collector',
  ]),
  sender('curl', 'curl, HTTP', 'code', 'json script webhook incoming api', ['/incoming']),
  sender('otel-sdk', 'OpenTelemetry SDKs', 'code', 'otlp java go node .net', ['OpenTelemetry: OTLP/SDKs']),
  sender('python', 'Python logging', 'code', 'sysloghandler', ['Python']),
  sender('gelf', 'GELF', 'code', 'graylog log4j logback', ['GELF']),
]

/** `words`: search words. `keys`: sections of the document. */
function sender(id: string, name: string, group: SenderGroup, words: string, keys: string[]): Sender {
  return { id, name, group, words, sections: keys.map(key => ({ key })) }
}

/** Senders that a search finds: each word is in the name or in the search words. */
export function findSenders(search: string): Sender[] {
  const words = search.toLowerCase().split(/\s+/)
  return senders.filter(({ name, words: searchWords, group }) => {
    const text = `${name} ${searchWords} ${sendTexts.groups[group]}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
