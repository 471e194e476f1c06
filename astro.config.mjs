import { defineConfig } from 'astro/config';

// A build tells nobody that it took place: Astro would look up its own host and ask git who the authors are. Nor does a dev
// server ask for newer versions: it writes down when it asked, and every other one of the checkout would start anew at that.
Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DISABLE_UPDATE_CHECK: 'true' });

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
