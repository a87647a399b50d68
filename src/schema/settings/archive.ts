import { Type } from 'typebox'
import { optionalPath, secret } from './setting-types.ts'

/** Settings of the archive of old days. */
export const archiveSettings = {
  archive: optionalPath(
    'Place of the archive',
    'Old days of events go there as Parquet files instead of being dropped: [archive.md](archive.md). A folder, relative to the working directory and best on another disk, or `s3://bucket/prefix`. Only for events in the data folder. Default: no archive.',
  ),
  archiveAfter: Type.Integer({
    title: 'Days until events are archived',
    description:
      'Moves whole days (UTC) that are older to the archive. Must be less than MILLRACE_RETENTION_DAYS. No effect without MILLRACE_ARCHIVE.',
    default: 7,
    minimum: 1,
    maximum: 36_500,
  }),
  archiveRetentionDays: Type.Integer({
    title: 'Retention of the archive, days',
    description: 'Deletes archived days that are older, slowly and with notice.',
    default: 365,
    minimum: 1,
    maximum: 36_500,
  }),
  archiveS3Key: Type.Optional(
    Type.String({
      title: 'Access key of the archive in S3',
      description: 'Required for `s3://`. The rights that it needs: [archive.md](archive.md#s3).',
      pattern: '^[!-~]+$',
      maxLength: 1_000,
      ...secret,
    }),
  ),
  archiveS3Secret: Type.Optional(
    Type.String({ title: 'Secret of that access key', pattern: '^[!-~]+$', maxLength: 1_000, ...secret }),
  ),
  archiveS3Region: Type.String({
    title: 'Region of the bucket',
    description: 'Servers other than AWS mostly accept any.',
    default: 'us-east-1',
    pattern: '^[A-Za-z0-9-]{1,50}$',
  }),
  archiveS3Endpoint: Type.Optional(
    Type.String({
      title: 'Address of the S3 server',
      description: 'As http://10.0.0.5:9000, without a path. Default: AWS in that region.',
      format: 'web-address',
    }),
  ),
  archiveS3PathStyle: Type.Boolean({
    title: 'The bucket is a part of the path',
    description:
      'As https://s3.example.com/bucket, which AWS and most servers accept. false: https://bucket.s3.example.com.',
    default: true,
  }),
  archiveS3Ca: optionalPath(
    'CA certificate of the S3 server',
    'A PEM file that verifies its certificate over https. Default: the list of Node, and of the system.',
  ),
}
