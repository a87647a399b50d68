import { type S3Location, s3Url } from './location.ts'

/** How the engine's process is started so that it may read a location. */
export interface EngineAccess {
  /** Content of the engine's configuration file; it has no keys. */
  config: string
  /** Environment variables with the keys. */
  env: Readonly<Record<string, string>>
}

const keyVariable = 'MILLRACE_ENGINE_S3_KEY'
const secretVariable = 'MILLRACE_ENGINE_S3_SECRET'

/**
 * The engine gets the keys by its environment: statements, logs and files then never have them. Its region
 * cannot be given in a statement.
 */
export function engineAccess(location: S3Location): EngineAccess {
  const { accessKey, secretKey, region, prefix, caFile } = location
  const authorities =
    caFile === undefined ? '' : `<openSSL><client><caConfig>${xmlText(caFile)}</caConfig></client></openSSL>`
  return {
    config: `<clickhouse>
<s3><archive>
<endpoint>${xmlText(s3Url(location, prefix).href)}</endpoint>
<region>${xmlText(region)}</region>
<access_key_id from_env="${keyVariable}"/>
<secret_access_key from_env="${secretVariable}"/>
</archive></s3>
${authorities}</clickhouse>
`,
    env: { [keyVariable]: accessKey, [secretVariable]: secretKey },
  }
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
