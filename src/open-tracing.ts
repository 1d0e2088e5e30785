// Tracing by the environment: where that names no collector there is none, and nothing is loaded for it.
import type { Tracing } from './tracing.ts'
import type { TracingParts } from './tracing-otlp.ts'

/**
 * Makes the tracing, if this environment says where traces go; its packages are loaded only then.
 * @throws Error with a sentence for the operator when a setting has a value that means nothing.
 */
export async function openTracing(
  environment: Readonly<Record<string, string | undefined>>,
  parts: TracingParts,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_SDK_DISABLED: disabled = '' } = environment
  if (endpoint.trim() === '' || disabled.trim().toLowerCase() === 'true') return undefined
  const { openOtlp } = await import('./tracing-otlp.ts')
  return openOtlp(environment, parts)
}
