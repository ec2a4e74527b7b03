import express from 'express';

const app = express();
app.get('/pots', (_request, response) => {
  response.json({ count: 3 });
});
