import { bytesText, expectedValue } from '../../src/schema/setting-value.ts'
import {
  type SettingSchema,
  settingFileName,
  settingKeys,
  settingName,
  settingSchema,
} from '../../src/schema/settings.ts'

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

Made from \`src/schema/settings.ts\` by \`npm run generate\`; change it there.

A setting is an environment variable, or a member of the same name in a YAML file: \`millrace start --config millrace.yaml\`.
The environment goes before the file; an empty value counts as not given. A secret can also be given as the path of a file that
holds it, under its name with \`_FILE\` behind; an empty file counts as not given. Settings are read once, at the start; when something is wrong with them, all of
it is told and nothing starts. A \`MILLRACE_\` variable that is no setting is a warning in the log.

\`\`\`yaml
MILLRACE_HTTP_HOST: 0.0.0.0
MILLRACE_RETENTION_DAYS: 90
MILLRACE_TRUSTED_PROXIES: [10.0.0.0/8]
\`\`\`

| name | default | takes | meaning |
|---|---|---|---|
${rows.join('\n')}

Listeners: a port alone listens on every address (0.0.0.0); an IPv6 address stands in brackets, \`[::]:5514\`; port 0 takes any free one.
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
