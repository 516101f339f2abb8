import { defineConfig } from 'vite';

// One script and one style sheet, no inline code: the server's content policy allows nothing else.
export default defineConfig({
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` beside a running `zugwerk serve`.
    proxy: { '/api': { target: 'http://localhost:8080', changeOrigin: true } },
  },
});
