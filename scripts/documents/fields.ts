import { fieldNames } from '../../src/ingest/fields/programs/patterns/field-names.ts'
import type { Parser } from '../../src/ingest/fields/programs/patterns/parser.ts'
import { parserFamilies } from '../../src/ingest/fields/programs/table.ts'

/** docs/fields.md, from the table of parsers. */
export function fieldsDocument(): string {
  const names = Object.entries(fieldNames).map(
    ([name, field]) => `| \`${name}\` | ${field.meaning} | ${'highCardinality' in field ? 'yes' : ''} |`,
  )
  return `# Fields of known programs

Generated from \`src/ingest/fields/programs/\` by \`npm run generate\`; change it there.

With \`MILLRACE_AUTOMATIC_FIELDS=programs\`, lines of the programs and devices below get fields as user tags, without a rule:

\`\`\`
sshd: Failed password for invalid user oracle from 192.0.2.7 port 51000 ssh2
\`\`\`

has \`user.name\` = \`oracle\`, \`source.address\` = \`192.0.2.7\`, \`source.port\` = \`51000\`, \`event.action\` = \`login\`,
\`event.outcome\` = \`failure\`. So \`event.outcome:failure\` in the search box finds failed logins of sshd, of Windows, of firewalls and of
databases, and a TopN of \`source.address\` says where they come from. Triggers, dashboards and reports use these tags like all others.

- **Which lines.** The program selects the parsers: in any case, as a path (\`/usr/sbin/cron\`), with a daemon (\`postfix/smtpd\`) or a suffix
  (\`nginx_edge\`, \`haproxy-2\`). Parsers with a distinct form (access logs, firewalls, Cisco mnemonics, containers) also read lines of other
  programs. A line of another form gets no field at all.
- **JSON and logfmt of any program**, CEF and LEEF keep the names that the sender uses, as with the formats of [automatic
  fields](automatic-fields.md): at most 32 fields, without the time and the text of the line. A line is logfmt if it has nothing but
  \`key=value\` pairs, at least two.
- **Never instead of a tag.** The fields are added after the rules and after [extra fields](extra-fields.md). A tag that a sender, a rule or
  structured data has set stays. Rules see the same events as without this setting; a rule that changes message or program decides what is
  read.
- **Repeats.** The fields depend on program and message only, so events that are equal without them are equal with them.
- **Both settings.** A message that a named format has read (\`programs,pairs\`) is not read again, so it has one set of names.
- **Numbers** are decimal texts: bytes, and milliseconds in \`duration_ms\`. \`-\` and \`?\` of a format mean that there is no value.

[bench/results.md](../bench/results.md) has the cost; each tag of an event takes about 2 microseconds of processor time to store.

## Names

The names come from [OpenTelemetry's semantic conventions](https://opentelemetry.io/docs/specs/semconv/), from the [Elastic Common
Schema](https://www.elastic.co/guide/en/ecs/current/) where OpenTelemetry has none, otherwise our own. Rules in use often have other names.
A rule may also set tags with the names on the right, which
then stay:

| names of many rules | here |
|---|---|
| \`SrcIP\`, \`srcIP\` | \`source.address\`, \`client.address\` for clients of a server |
| \`DstIP\`, \`dstIP\` | \`destination.address\`, \`server.address\` |
| \`SrcPort\`, \`DstPort\` | \`source.port\`, \`destination.port\` |
| \`Proto\` | \`network.transport\` |
| \`IfIn\`, \`IfOut\` | \`observer.ingress.interface.name\`, \`observer.egress.interface.name\` |
| \`MAC\` | \`source.mac\` |
| \`User\`, \`SSH User\` | \`user.name\` |

High-cardinality fields have other values in nearly every event; counts by them are not held in memory
([rules.md](rules.md#high-cardinality-tags)).

| field | meaning | high-cardinality |
|---|---|---|
${names.join('\n')}

## Programs and devices

${parserFamilies.map(({ title, parsers }) => `### ${title}\n\n${parsers.map(section).join('\n\n')}`).join('\n\n')}
`
}

function section({ product, programs, startsWith, example, fields }: Parser): string {
  const names = programs.map(name => `\`${name}\``).join(', ')
  const others =
    startsWith === undefined ? '' : names === '' ? 'Any program' : ', and lines of this form of any program'
  const list = [...new Set(fields)].map(field => `\`${field}\``).join(', ')
  return `**${product}**. ${names}${others}.\n\n\`\`\`\n${example.replaceAll('\t', '    ')}\n\`\`\`\n\n${list}`
}
