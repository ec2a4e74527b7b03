import express from 'express';

const app = express();
app.get('/menu', (_request, response) => {
  response.json({ bean: 7 });
});
app.get('/pots', (_request, response) => {
  response.json({ count: 3 });
});
