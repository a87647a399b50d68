// THIRD-PARTY-LICENSES: the licenses of the packages whose code is in the files of this one. Installed packages have theirs beside them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const licenseFile = /^(licen[cs]e|copying|notice)/i
/** What packages contain of others, and say nowhere. */
const remarks = {
  '@fastify/swagger-ui':
    'Its static/ has Swagger UI, Copyright SmartBear Software Inc., Apache-2.0: see LICENSE.',
}

/** `places`: paths of packages below the folder of this process, `page`: the same text for the page, which vite makes. */
export function licensesOf(places, page) {
  const texts = places.map(place => {
    const {
      name,
      version,
      license = 'not said in its package.json',
      author,
      repository,
    } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'))
    const files = readdirSync(place).filter(file => licenseFile.test(file))
    const lines = [
      `${name} ${version}`,
      `License: ${license}`,
      ...(remarks[name] === undefined ? [] : [remarks[name]]),
      // Without a text of its own it is known by these.
      ...(files.length > 0
        ? []
        : [textOf('Author', author?.name ?? author), textOf('Source', repository?.url ?? repository)]),
      ...files.map(file => `\n${readFileSync(path.join(place, file), 'utf8').trim()}`),
    ]
    return lines.filter(line => line !== '').join('\n')
  })
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `${['Millrace contains code of these packages. The server:', ...texts, 'The page:', page.trim()].join(rule)}\n`
}

function textOf(label, value) {
  return value === undefined ? '' : `${label}: ${value}`
}
