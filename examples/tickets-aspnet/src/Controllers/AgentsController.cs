using Microsoft.AspNetCore.Mvc;
using Tickets.Data;
using Tickets.Models;

namespace Tickets.Controllers;

[ApiController]
[Route("api/[controller]")]
public class AgentsController(AgentStore agents) : ControllerBase
{
    [HttpGet]
    public ActionResult<IEnumerable<Agent>> List() => Ok(agents.All());

    [HttpGet("{name}")]
    public IActionResult Get(string name)
    {
        var agent = agents.Find(name);
        if (agent is null)
        {
            return NotFound();
        }
        return Ok(new { agent, openTickets = agents.OpenTickets(name), agent.LastSeen });
    }
}
