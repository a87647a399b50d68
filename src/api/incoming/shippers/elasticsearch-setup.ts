/** The version of the Elasticsearch interface that shippers see. */
const version = '8.19.0'

/** The answer of GET /elasticsearch. */
export const welcome = {
  name: 'millrace',
  cluster_name: 'millrace',
  cluster_uuid: 'millrace',
  version: {
    number: version,
    build_flavor: 'default',
    build_type: 'tar',
    lucene_version: '9.12.0',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
}

const license = { uid: 'millrace', type: 'basic', mode: 'basic', status: 'active' }
const features = { ilm: { available: true, enabled: true }, security: { available: true, enabled: true } }

/** Answers about the cluster by path. */
const infoAnswers: Readonly<Record<string, object>> = {
  '/_license': { license },
  '/_xpack': { license, features },
  '/_cluster/health': { cluster_name: 'millrace', status: 'green', number_of_nodes: 1 },
  '/_nodes/http': { nodes: {} },
  '/_nodes/_all/http': { nodes: {} },
  '/_cat/health': [{ cluster: 'millrace', status: 'green' }],
  '/_cat/templates': [],
}

/**
 * Paths of templates, life cycles, pipelines, data streams and aliases, which shippers set up before they
 * send. Millrace has none of them, but answers that each exists, and that creating one succeeds.
 */
const setupPath =
  /^\/(?:_ilm\/policy|_index_template|_component_template|_template|_ingest\/pipeline|_data_stream|_alias|_plugins\/_ism\/policies)\/[^/]+$/
/** Documents get ids of their own and are found by searches, never by the id with which they were sent. */
const documentPath = /^\/([^_/][^/]*)\/_doc\/([^/]+)$/
const indexPath = /^\/[^_/][^/]*$/

/** The answer to a request without events. HEAD is passed as GET. */
export function setupAnswer(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
): { status: number; body: object } {
  const name = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (method === 'GET') {
    const body = infoAnswers[name]
    if (body !== undefined) return { status: 200, body }
    if (setupPath.test(name)) return { status: 200, body: {} }
    const [, index, id] = documentPath.exec(name) ?? []
    if (index !== undefined && id !== undefined)
      return { status: 404, body: { _index: decoded(index), _id: decoded(id), found: false } }
  }
  if (method === 'PUT' && setupPath.test(name)) return { status: 200, body: { acknowledged: true } }
  if (method === 'PUT' && indexPath.test(name)) {
    return { status: 200, body: { acknowledged: true, shards_acknowledged: true, index: name.slice(1) } }
  }
  const cause = {
    type: 'resource_not_found_exception',
    reason: `Millrace has no ${method} ${name.slice(0, 200)}.`,
  }
  return { status: 404, body: { error: { root_cause: [cause], ...cause }, status: 404 } }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
