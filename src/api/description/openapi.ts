/** A JSON Schema of OpenAPI 3.1, in the dialect JSON Schema 2020-12. */
export type SchemaObject = Readonly<Record<string, unknown>>

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  style?: 'form' | 'simple'
  explode?: boolean
  schema: SchemaObject
}

export interface MediaType {
  schema: SchemaObject
  /** Encoding of form members that are not plain text. */
  encoding?: Record<string, { contentType: string }>
}

interface RequestBody {
  required: boolean
  description?: string
  content: Record<string, MediaType>
}

interface Header {
  description: string
  schema: SchemaObject
}

export interface Answer {
  description: string
  headers?: Record<string, Header>
  content?: Record<string, MediaType>
}

/** Alternatives of security schemes by name. The lists of scopes are empty. */
export type Security = Record<string, string[]>[]

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Security
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, Answer | Reference>
}

export type SecurityScheme = { description: string } & (
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
  | { type: 'http'; scheme: 'basic' | 'bearer' }
)

/** The parts of an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.1) that we use. */
export interface Description {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, SchemaObject>
    responses: Record<string, Answer>
    securitySchemes: Record<string, SecurityScheme>
  }
}
