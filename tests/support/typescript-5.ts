import { registerHooks } from 'node:module';

/** openapi-typescript writes with the compiler's API, which TypeScript 7 does not have yet: it gets the one of 5. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? next('typescript-5', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
