import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { RuleSet } from './rule-set.ts'
import { parseRuleText, ruleFormat } from './rule-text.ts'
import { eventOf, fileOf } from './testing/events.ts'

/** Rule files from users, kept beside the project; not available to everyone. */
const folder = fileURLToPath(new URL('../../../../shared/samples/rules/', import.meta.url))
const names = existsSync(folder) ? readdirSync(folder).sort() : []

function read(name: string) {
  const format = ruleFormat(name)
  if (format === undefined) throw new Error(name)
  return fileOf(parseRuleText(readFileSync(folder + name, 'utf8'), format), name)
}

const dropped = 'dropped'
type Wanted = typeof dropped | Partial<ParsedEvent>
type Case = [given: Partial<ParsedEvent>, wanted: Wanted]
const cases: Readonly<Record<string, Case[]>> = {
  '000-CEF-format.yaml': [
    [
      { program: 'CEF', message: '0|Acme|Gate|2.1|EV1|Log out|3|src=10.0.0.1' },
      {
        program: 'Gate',
        message:
          'src=10.0.0.1 CEF Info: vendor="Acme" product_name="Gate" product_version="2.1" event_class="EV1" description="Log out" severity_id="3"',
        tags: { 'CEF Vendor Names': 'Acme', 'CEF Product Names': 'Gate' },
      },
    ],
    [{ program: 'other', message: '0|Acme|Gate|2.1|EV1|Log out|3|src=10.0.0.1' }, {}],
  ],
  '000-IBM-LEEF.json': [
    [
      { program: 'LEEF', message: '1.0|Acme|XTM|12.1|2CFF0000|src=10.0.0.1' },
      {
        program: 'Acme',
        message: 'src=10.0.0.1',
        tags: {
          ibm_leef_version: '1.0',
          ibm_leef_vendor_name: 'Acme',
          ibm_leef_product_name: 'XTM',
          ibm_leef_product_version: '12.1',
          ibm_leef_event_id: '2CFF0000',
        },
      },
    ],
  ],
  '001-drop-useless.yaml': [
    [{ message: '-- MARK --' }, dropped],
    [{ message: 'last message repeated 12 times' }, dropped],
    [{ message: '3 messages suppressed' }, dropped],
    [{ message: '' }, dropped],
    [{ message: 'info: Audit daemon rotating log files' }, dropped],
    [{ message: 'Traceback= 1A 2B 3C 4D' }, dropped],
    [{ message: 'messages suppressed' }, {}],
  ],
  '100-iptables.yaml': [
    [
      {
        message:
          '[1.2] IN=br0 OUT=eth8 MAC=f6:92 SRC=192.0.2.18 DST=198.51.100.12 LEN=1474 PROTO=UDP SPT=56476 DPT=6114 LEN=1',
      },
      {
        program: 'iptables',
        tags: {
          'NetIF In': 'br0',
          'NetIF Out': 'eth8',
          'Src MAC': 'f6:92',
          srcIP: '192.0.2.18',
          dstIP: '198.51.100.12',
          Proto: 'UDP',
          'Dst Port': '6114',
          'srcIP to dstIP': 'br0->eth8',
          'srcIP to dstIP Port': 'br0->6114',
        },
      },
    ],
  ],
  '500-cisco-asa-connection-buildup-teardown.yaml': [
    [
      {
        mnemonic: 'ASA-6-302022',
        message:
          'Built backup TCP connection for in:192.0.2.1/5 (192.0.2.2/5) to out:198.51.100.1/443 (198.51.100.2/443)',
      },
      {
        message:
          'Built backup TCP connection for in:192.0.2.1/5 (192.0.2.2/5) to out:198.51.100.1/443 (198.51.100.2/443) Meta: src_int="in" s_real_ip="192.0.2.1" s_mapped_ip="192.0.2.2" dst_int="out" d_real_ip="198.51.100.1" d_mapped_ip="198.51.100.1"',
        tags: {
          'ASA Buildup Source Interfaces': 'in',
          'ASA Buildup Source Real IPs': '192.0.2.1',
          'ASA Buildup Source Mapped IPs': '192.0.2.2',
          'ASA Buildup Destination Interfaces': 'out',
          'ASA Buildup Destination Real IPs': '198.51.100.1',
          'ASA Buildup Destination Mapped IPs': '198.51.100.2',
        },
      },
    ],
    [
      {
        mnemonic: 'FTD-6-302023',
        message:
          'Teardown stub TCP connection for campus:192.0.2.1/5 to out:198.51.100.1/443 duration 0:00:00',
      },
      {
        // Two of its rules match; the second sees the changes of the first.
        message:
          'Teardown stub TCP connection for campus:192.0.2.1/5 to out:198.51.100.1/443 duration 0:00:00 Meta: src_int="campus" s_real_ip="192.0.2.1" dst_int="out" d_real_ip="198.51.100.1" Meta: src_int="campus" s_real_ip="192.0.2.1" dst_int="out" d_real_ip="198.51.100.1"',
        tags: {
          'ASA Teardown Source Interfaces': 'campus',
          'ASA Teardown Source Real IPs': '192.0.2.1',
          'ASA Teardown Destination Interfaces': 'out',
          'ASA Teardown Destination Real IPs': '198.51.100.1',
        },
      },
    ],
    [
      {
        mnemonic: 'ASA-6-302014',
        message: 'Teardown TCP connection 9 for campus:192.0.2.1/5(CORP\\ana) to out:198.51.100.1/443 x',
      },
      {
        message:
          'Teardown TCP connection 9 for campus:192.0.2.1/5(CORP\\ana) to out:198.51.100.1/443 x Meta: src_int="campus" s_real_ip="192.0.2.1" dst_int="out" d_real_ip="198.51.100.1" Meta: src_int="campus" s_real_ip="192.0.2.1" dst_int="ana" d_real_ip="out"',
        tags: {
          'ASA Teardown Source Interfaces': 'campus',
          'ASA Teardown Source Real IPs': '192.0.2.1',
          'ASA Teardown Users': 'ana',
          'ASA Teardown Destination Interfaces': 'out',
          'ASA Teardown Destination Real IPs': '198.51.100.1',
        },
      },
    ],
    [{ mnemonic: 'SYS-5-1', message: 'Built x connection for a:b/1 (c/1) to d:e/1 (f/1)' }, {}],
  ],
  '500-infoblox-dns-query-logging.yaml': [
    [
      {
        program: 'named',
        message:
          '18-Jun-2018 17:07:34.171 client 192.0.2.198#65129: UDP: query: www.example.org IN A response: NOERROR + more',
      },
      {
        tags: {
          'Infoblox DNS Client IP': '192.0.2.198',
          'Infoblox DNS Client Query': 'www.example.org',
          'Infoblox DNS Client QType': 'A',
          'Infoblox DNS Return Message': 'NOERROR',
        },
      },
    ],
  ],
  '500-junos.yaml': [
    [
      {
        program: 'x',
        message:
          '2026 srx - RT_FLOW_SESSION_CLOSE [junos reason="idle" source-address="192.0.2.1" destination-address="192.0.2.2" policy-name="p1" y]',
      },
      {},
    ],
    [
      {
        message:
          'srx1 tail RT - RT_FLOW_SESSION_CLOSE [junos reason="idle out" source-address="192.0.2.1" destination-address="192.0.2.2" source-port="1" policy-name="p1"]',
      },
      {
        program: 'Juniper',
        message:
          'SESSION_CLOSE reason=idle out src=192.0.2.1 dst=192.0.2.2 src-port=1 dst-port= service= policy=p1 nat-src= nat-src-port= nat-dst= nat-dst-port= src-nat-rule= dst-nat-rule= protocol= src-zone= dst-zone= session-id= ingress-interface= tail srx1',
        tags: {
          ut_junos_reasons: 'SESSION_CLOSE',
          ut_junos_source_ips: '192.0.2.1',
          ut_junos_dest_ips: '192.0.2.2',
          ut_junos_policies: 'p1',
        },
      },
    ],
    [
      { program: 'Juniper', message: 'SESSION_CREATE reason= src=192.0.2.1' },
      { message: 'SESSION_CREATE src=192.0.2.1' },
    ],
    [
      { message: '2026-01-02T03:04:05 srx1 utmd x WEBFILTER url=a' },
      {
        program: 'utmd',
        message: 'category="WEBFILTER" overlay_path="srx1" url=a',
        tags: { ut_junos_categories: 'WEBFILTER', ut_junos_overlay_paths: 'srx1' },
      },
    ],
  ],
  '600-pam_unix.yaml': [
    [
      { program: 'crond', message: 'pam_unix(crond:session): session opened for user foo by (uid=0)' },
      {
        program: 'pam_unix',
        message: 'session opened for user foo by (uid=0)',
        tags: { 'Linux Pam User Tracking': 'foo' },
      },
    ],
  ],
  '700-paloalto-traffic.yaml': [
    [
      {
        program: 'PaloAlto_Traffic',
        message:
          'type="TRAFFIC" src="192.0.2.1" srcuser="corp\\bob" action="allow" rule="r 1" sessionid="9" dport="2" bytes="1" packets="3" end="x"',
      },
      {
        message:
          'type="TRAFFIC" src="192.0.2.1" srcuser="corp\\bob" action="allow" rule="r 1" dport="2" end="x"',
        tags: {
          'PaloAlto Traffic Actions': 'allow',
          'PaloAlto Traffic Rules': 'r 1',
          'PaloAlto Traffic Sources': '192.0.2.1',
          'PaloAlto Types': 'TRAFFIC',
          'PaloAlto Traffic Source Users': 'bob',
        },
      },
    ],
  ],
  '800-nginx.yaml': [
    [
      {
        program: 'nginx-access',
        message: 'src=192.0.2.1 site="example.org" status="404" http_user_agent="curl/8 x"',
      },
      {
        program: 'NGINX',
        tags: {
          'NGINX Sites': 'example.org',
          'NGINX Sources': '192.0.2.1',
          'NGINX Statuses': '404',
          'NGINX User Agents': 'curl/8 x',
        },
      },
    ],
  ],
  '999-portmap-dst.yaml': [
    [{ tags: { 'Dst Port': '22' } }, { tags: { 'Dst Port': 'ssh' } }],
    [{ tags: { 'Dst Port': '51515' } }, { tags: { 'Dst Port': 'dynamic' } }],
    [{ tags: { 'Dst Port': 'ssh' } }, { tags: { 'Dst Port': 'ssh' } }],
  ],
}

/** A port map states the expected result for each port; the first rule of a port counts. */
function mapped(name: string): Case[] {
  if (!name.includes('portmap')) return []
  const named = new Map<string, string>()
  for (const { match, tag } of read(name).rules) {
    const [condition] = match
    const value = tag['Dst Port']
    if (condition?.op !== undefined || value === undefined) continue
    for (const port of condition?.values ?? []) if (!named.has(port)) named.set(port, value)
  }
  return [...named].map(([port, value]) => [{ tags: { 'Dst Port': port } }, { tags: { 'Dst Port': value } }])
}

describe.skipIf(names.length === 0)('files that people use', () => {
  test('each has its events here', () => {
    expect(names).toEqual(Object.keys(cases))
  })

  for (const [name, events] of Object.entries(cases)) {
    test(name, async () => {
      const rules = await RuleSet.compile([read(name)])
      for (const [given, wanted] of [...events, ...mapped(name)]) {
        const event = eventOf(given)
        const expected = { ...event, ...(wanted === dropped ? {} : wanted) }
        expect(rules.apply(event), event.message).toBe(wanted !== dropped)
        expect(event).toEqual(expected)
      }
      const counts = rules.counters.counts()
      expect(counts.every(({ errors }) => errors === 0)).toBe(true)
      const never = counts.flatMap(({ matched }, at) => (matched === 0 ? [`rule ${at + 1}`] : []))
      expect(never).toEqual([])
    })
  }

  test('all together: what one file tags another one names', async () => {
    const rules = await RuleSet.compile(names.map(read))
    const event = eventOf({
      message:
        'IN=br0 OUT= MAC= IN=a OUT=b MAC=c SRC=192.0.2.18 DST=198.51.100.12 LEN=1 PROTO=TCP SPT=5 DPT=443 x',
    })
    rules.apply(event)
    expect(event).toMatchObject({ program: 'iptables', tags: { 'Dst Port': 'https', Proto: 'TCP' } })
    expect(rules.counts.unindexed.length).toBeLessThanOrEqual(1)
  })
})
