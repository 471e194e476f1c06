import { defineConfig } from 'astro/config';

// A build tells nobody that it took place: Astro would look up its own host and ask git who the authors are.
Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1' });

/**
 * HTML only: everything else in dist/ comes from src/publish. The content security policy allows neither inline
 * scripts nor inline styles, hence the two limits below.
 */
export default defineConfig({
  output: 'static',
  outDir: process.env.OUT_DIR ?? 'dist',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never', assets: '_astro' },
  compressHTML: true,
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
});
