// Creates tracing if the environment configures a collector; loads its packages only then.
import type { TracingOptions } from './otlp-tracing.ts'
import type { Tracing } from './tracing.ts'

/**
 * Creates tracing, or returns undefined if the environment configures no collector.
 * @throws Error with a user-readable message for an invalid setting.
 */
export async function openTracing(
  environment: Readonly<Record<string, string | undefined>>,
  parts: TracingOptions,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_SDK_DISABLED: disabled = '' } = environment
  if (endpoint.trim() === '' || disabled.trim().toLowerCase() === 'true') return undefined
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing(environment, parts)
}
