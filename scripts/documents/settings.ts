import { bytesText, expectedValue } from '../../src/schema/settings/setting-value.ts'
import {
  type SettingSchema,
  settingFileName,
  settingKeys,
  settingName,
  settingSchema,
} from '../../src/schema/settings/settings.ts'

/** docs/settings.md, from the declarations of the settings. */
export function settingsDocument(): string {
  const rows = settingKeys.map(key => {
    const schema = settingSchema(key)
    const meaning = [`${schema.title}.`, schema.description ?? '']
    if (schema['x-secret']) meaning.push(`Also as a file: \`${settingFileName(key)}\`.`)
    const text = meaning.filter(part => part !== '').join(' ')
    return `| \`${settingName(key)}\` | ${cell(shown(schema))} | ${cell(expectedValue(schema))} | ${cell(text)} |`
  })
  return `# Settings

Generated from \`src/schema/settings/settings.ts\` and \`src/schema/settings/\` by \`npm run generate\`; change it there.

A setting is an environment variable, or a member of the same name in a YAML file: \`millrace start --config millrace.yaml\`.
\`MILLRACE_CONFIG\` names the file if \`--config\` is not given. The environment takes precedence over the file; an empty value counts as absent. For a secret, the same name followed by \`_FILE\` may
give the path of a file that holds it; an empty file counts as absent. Millrace reads the settings once, at startup. If any of them is
invalid, it reports all faults and does not start. It logs a warning for an unknown \`MILLRACE_\` variable.

\`\`\`yaml
MILLRACE_HTTP_HOST: 0.0.0.0
MILLRACE_RETENTION_DAYS: 90
MILLRACE_TRUSTED_PROXIES: [192.0.2.10]
\`\`\`

| name | default | takes | meaning |
|---|---|---|---|
${rows.join('\n')}

Listeners: a port alone binds to all addresses (0.0.0.0); an IPv6 address needs brackets, \`[::]:5514\`; port 0 binds to any free port.
`
}

function shown({ default: value, format }: SettingSchema): string {
  if (value === undefined || value === '') return ''
  return `\`${format === 'bytes' ? bytesText(Number(value)) : value}\``
}

/** A text as a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
