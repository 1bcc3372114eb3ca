import { registerHooks } from 'node:module';

/** Loaded into a process before all else: as if no package of OpenTelemetry were installed (prom-client has its own use for the API). */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.includes('opentelemetry') && !specifier.startsWith('@opentelemetry/api'))
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(specifier, context);
  },
});
