import express from 'express';

const app = express();
app.get('/lids', (req, res) => {
  res.json(['round']);
});
app.listen(3000);
